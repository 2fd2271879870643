package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallRule;
import java.util.ArrayList;
import java.util.List;

/// Reads policies in minijail's text format.
///
/// The two readers that minijail has differ in one point: after `arg0 == 1; return EPERM`, its library
/// returns the error when the condition does *not* hold, and its policy compiler when it does. This reader
/// follows the library, which is what applies policies at run time; in braces (`{ arg0 == 1; return EPERM,
/// allow }`), which only the compiler reads, an action belongs to the condition before it. `@frequency`,
/// `trace` and groups of system calls are refused; statements for other architectures are skipped.
public final class MinijailReader {
    private static final int LONGEST = 1 << 20;
    private static final String ARCHITECTURE = "x86_64";

    private final PolicyIncludes includes;
    private final List<SyscallRule> rules = new ArrayList<>();
    private SyscallAction otherwise = SyscallAction.KILL_PROCESS;

    private MinijailReader(PolicyIncludes includes) {
        this.includes = includes;
    }

    /// Reads a policy.
    ///
    /// @throws SyscallPolicyException naming the line, what was found and what was expected
    public static SyscallPolicy read(String text, PolicyIncludes includes) throws SyscallPolicyException {
        MinijailReader reader = new MinijailReader(includes);
        reader.lines(text, false);
        SyscallPolicy policy = new SyscallPolicy(reader.rules, reader.otherwise);
        SyscallPolicyValidator.check(policy);
        return policy;
    }

    private void lines(String text, boolean included) throws SyscallPolicyException {
        if (text.length() > LONGEST) {
            throw new SyscallPolicyException("the policy is longer than 1 MiB", null);
        }
        for (MinijailLine line : MinijailLine.of(text)) {
            if (line.skip("@include")) {
                include(line, included);
            } else if (line.skip("@default")) {
                defaultAction(line);
            } else if (line.skip("@denylist")) {
                otherwise = SyscallAction.ALLOW;
            } else if (line.startsWith("@")) {
                String word = line.next("a statement");
                throw line.refused(word + " is not supported", "Remove the line; it only changes the filter's speed.");
            } else {
                statement(line);
            }
            line.end();
            if (rules.size() > SyscallPolicyValidator.MOST_RULES) {
                throw line.refused("the policy has too many rules", "Use at most 2,000.");
            }
        }
    }

    private void include(MinijailLine line, boolean included) throws SyscallPolicyException {
        String path = line.next("a path");
        if (included) {
            throw line.refused("an included policy includes another one", "Only one level is read.");
        }
        lines(includes.read(path), true);
    }

    private void defaultAction(MinijailLine line) throws SyscallPolicyException {
        otherwise = switch (line.expect("kill-process", "kill-thread", "kill", "trap", "user-notify")) {
            case "kill-thread" -> SyscallAction.KILL_THREAD;
            case "trap" -> SyscallAction.TRAP;
            case "user-notify" -> SyscallAction.NOTIFY;
            default -> SyscallAction.KILL_PROCESS;
        };
    }

    private void statement(MinijailLine line) throws SyscallPolicyException {
        List<String> names = new ArrayList<>();
        if (line.skip("{")) {
            do {
                descriptor(line, names);
            } while (line.expect(",", "}").equals(","));
        } else {
            descriptor(line, names);
        }
        line.expect(":");
        List<SyscallRule> statement = new ArrayList<>();
        if (line.skip("{")) {
            do {
                List<List<ArgumentCondition>> when = line.startsWith("arg") ? alternatives(line) : List.of();
                boolean only = !when.isEmpty() && !line.skip(";");
                statement.add(new SyscallRule("", when, only ? SyscallAction.ALLOW : action(line)));
            } while (line.expect(",", "}").equals(","));
        } else {
            single(line, statement);
        }
        for (String name : names) {
            statement.forEach(rule -> rules.add(new SyscallRule(name, rule.when(), rule.action())));
        }
    }

    private static void single(MinijailLine line, List<SyscallRule> statement) throws SyscallPolicyException {
        if (!line.startsWith("arg")) {
            statement.add(new SyscallRule("", action(line)));
            return;
        }
        List<List<ArgumentCondition>> when = alternatives(line);
        boolean failing = line.skip(";");
        if (failing && !line.startsWith("return")) {
            throw line.refused(
                    "an action after a condition without braces is ambiguous",
                    "Write { CONDITION; ACTION }, or CONDITION; return ERRNO.");
        }
        statement.add(new SyscallRule("", when, SyscallAction.ALLOW));
        if (failing) {
            statement.add(new SyscallRule("", action(line)));
        }
    }

    private static void descriptor(MinijailLine line, List<String> names) throws SyscallPolicyException {
        String name = line.next("the name of a system call");
        if (name.contains("@")) {
            throw line.refused(
                    "groups of system calls such as %s are not supported".formatted(ShownWord.of(name)),
                    "Write the names of the system calls.");
        }
        boolean ours = true;
        if (line.skip("[")) {
            line.expect("arch");
            line.expect("=");
            ours = false;
            do {
                ours |= line.next("an architecture").equals(ARCHITECTURE);
            } while (line.expect(",", "]").equals(","));
        }
        if (ours) {
            SyscallTable.X86_64.number(name);
            names.add(name);
        }
    }

    private static List<List<ArgumentCondition>> alternatives(MinijailLine line) throws SyscallPolicyException {
        List<List<ArgumentCondition>> alternatives = new ArrayList<>();
        do {
            List<ArgumentCondition> all = new ArrayList<>();
            do {
                all.add(MinijailValue.condition(line));
            } while (line.skip("&&"));
            alternatives.add(all);
        } while (line.skip("||"));
        return alternatives;
    }

    private static SyscallAction action(MinijailLine line) throws SyscallPolicyException {
        String word = line.next("an action");
        return switch (word) {
            case "1", "allow" -> SyscallAction.ALLOW;
            case "log" -> SyscallAction.LOG;
            case "user-notify" -> SyscallAction.NOTIFY;
            case "trap" -> SyscallAction.TRAP;
            case "kill-thread" -> SyscallAction.KILL_THREAD;
            case "kill", "kill-process" -> SyscallAction.KILL_PROCESS;
            case "return" -> {
                long errno = MinijailValue.value(line);
                if (errno < 1 || errno > SyscallPolicyValidator.MOST_ERRNO) {
                    throw line.invalid(Long.toString(errno), "an errno from 1 to 4095");
                }
                yield SyscallAction.error((int) errno);
            }
            default ->
                throw line.invalid(
                        word, "allow, log, user-notify, trap, kill-thread, kill-process or return and an errno");
        };
    }
}
