package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallEffect;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallRule;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// Writes policies in minijail's text format.
///
/// Several rules for one system call are written in braces, which have one meaning only (see
/// `MinijailReader`).
public final class MinijailWriter {
    private MinijailWriter() {}

    /// Writes a policy.
    ///
    /// @throws SyscallPolicyException if the format cannot express it
    public static String write(SyscallPolicy policy) throws SyscallPolicyException {
        SyscallPolicyValidator.check(policy);
        StringBuilder text = new StringBuilder(otherwise(policy));
        Map<String, List<SyscallRule>> rules = new LinkedHashMap<>();
        policy.rules()
                .forEach(rule -> rules.computeIfAbsent(rule.syscall(), _ -> new ArrayList<>())
                        .add(rule));
        rules.forEach((name, own) ->
                text.append(name).append(": ").append(filter(own)).append('\n'));
        return text.toString();
    }

    private static String otherwise(SyscallPolicy policy) throws SyscallPolicyException {
        return switch (policy.otherwise().effect()) {
            case ALLOW -> {
                if (policy.rules().stream().anyMatch(rule -> rule.action().effect() != SyscallEffect.ERRNO)) {
                    throw new SyscallPolicyException(
                            "the policy allows by default and has rules with other actions than an errno: minijail's"
                                    + " text has no such policies",
                            "Export it as JSON.");
                }
                yield "@denylist\n";
            }
            case LOG, ERRNO ->
                throw new SyscallPolicyException(
                        "the default action is log or errno: minijail's text has no such policies",
                        "Export it as JSON.");
            case NOTIFY -> "@default user-notify\n";
            case TRAP -> "@default trap\n";
            case KILL_THREAD -> "@default kill-thread\n";
            case KILL_PROCESS -> "@default kill-process\n";
        };
    }

    private static String filter(List<SyscallRule> rules) {
        if (rules.size() == 1 && rules.getFirst().always()) {
            return action(rules.getFirst().action());
        }
        return rules.stream().map(MinijailWriter::rule).collect(Collectors.joining(", ", "{ ", " }"));
    }

    private static String rule(SyscallRule rule) {
        return rule.always() ? action(rule.action()) : expression(rule) + "; " + action(rule.action());
    }

    private static String expression(SyscallRule rule) {
        return rule.when().stream()
                .map(all -> all.stream().map(MinijailWriter::condition).collect(Collectors.joining(" && ")))
                .collect(Collectors.joining(" || "));
    }

    private static String condition(ArgumentCondition condition) {
        return "arg%d %s %s"
                .formatted(condition.argument(), condition.operator().sign(), number(condition.value()));
    }

    private static String number(long value) {
        return value >= 0 && value < 10 ? Long.toString(value) : "0x" + Long.toHexString(value);
    }

    private static String action(SyscallAction action) {
        return switch (action.effect()) {
            case ALLOW -> "allow";
            case LOG -> "log";
            case NOTIFY -> "user-notify";
            case ERRNO -> "return " + Objects.requireNonNull(action.errno());
            case TRAP -> "trap";
            case KILL_THREAD -> "kill-thread";
            case KILL_PROCESS -> "kill-process";
        };
    }
}
