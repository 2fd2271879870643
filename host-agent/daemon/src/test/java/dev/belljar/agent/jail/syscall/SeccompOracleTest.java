package dev.belljar.agent.jail.syscall;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.ArgumentOperator;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallPreset;
import dev.belljar.contract.jail.SyscallRule;
import dev.belljar.testing.property.Choices;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Property;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares filters with those of libseccomp, and applies filters to real processes.
class SeccompOracleTest {
    private static final int KILLED_BY_SIGSYS = 128 + 31;
    private static final String ENOSYS = "38";
    private static final String EPERM = "1";
    private static final String NO_ERROR = "0";

    @TempDir
    static Path folder;

    private static @Nullable Path built;
    private static @Nullable SeccompOracle oracle;

    /// A policy and system calls to decide about.
    record ComparedCalls(SyscallPolicy policy, List<String> names, List<long[]> arguments) {
        @Override
        public String toString() {
            return ContractJson.line(policy);
        }
    }

    @BeforeAll
    static void build() throws Exception {
        built = SeccompOracle.build(folder);
        oracle = new SeccompOracle(built);
    }

    @AfterAll
    static void stop() throws IOException {
        if (oracle != null) {
            oracle.close();
        }
    }

    static Generator<ComparedCalls> policies() {
        return choices -> {
            SyscallPolicy policy = policy(choices);
            List<String> names = new ArrayList<>();
            List<long[]> arguments = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                List<SyscallRule> rules = policy.rules();
                names.add(
                        rules.isEmpty() || choices.upTo(9) == 0
                                ? SyscallPolicies.name(choices)
                                : rules.get((int) choices.upTo(rules.size() - 1L))
                                        .syscall());
                arguments.add(SyscallPolicies.arguments(policy, choices));
            }
            return new ComparedCalls(policy, names, arguments);
        };
    }

    /// A policy that libseccomp can express: one action for each system call, and each argument once in an
    /// alternative.
    private static SyscallPolicy policy(Choices choices) {
        Map<String, SyscallAction> actions = new HashMap<>();
        List<SyscallRule> rules = new ArrayList<>();
        Set<String> ordered = new HashSet<>();
        for (SyscallRule rule : choices.list(0, 20, SyscallPolicies::rule)) {
            if (ordered.contains(rule.syscall())) {
                continue;
            }
            SyscallAction action = actions.computeIfAbsent(rule.syscall(), _ -> accepted(rule.action()));
            List<List<ArgumentCondition>> when = rule.when().stream()
                    .map(all -> expressible(rule.syscall(), all))
                    .filter(all -> !all.isEmpty())
                    .toList();
            // libseccomp 2.5.4 merges alternatives with orders wrongly: for `arg1 < 0x100000000 || arg1 < 0` its filter
            // refuses arg1 == 1. It is compared with a single one of them.
            List<ArgumentCondition> first = when.stream()
                    .filter(all -> all.stream().anyMatch(SeccompOracleTest::orders))
                    .findFirst()
                    .orElse(List.of());
            if (!first.isEmpty()) {
                boolean others =
                        rules.stream().anyMatch(other -> other.syscall().equals(rule.syscall()));
                if (others) {
                    continue;
                }
                ordered.add(rule.syscall());
                when = List.of(first);
            }
            rules.add(new SyscallRule(rule.syscall(), when, action));
        }
        return new SyscallPolicy(rules, accepted(SyscallPolicies.action().next(choices)));
    }

    /// libseccomp refuses the greatest error that the kernel accepts.
    private static SyscallAction accepted(SyscallAction action) {
        return action.equals(SyscallAction.error(4095)) ? SyscallAction.error(4094) : action;
    }

    private static boolean orders(ArgumentCondition condition) {
        return switch (condition.operator()) {
            case LESS, AT_MOST, GREATER, AT_LEAST, NOT_EQUAL -> true;
            default -> false;
        };
    }

    private static List<ArgumentCondition> expressible(String syscall, List<ArgumentCondition> all) {
        Set<Integer> seen = new HashSet<>();
        List<ArgumentCondition> kept = new ArrayList<>();
        for (ArgumentCondition each : all) {
            if (!seen.add(each.argument())) {
                continue;
            }
            boolean isShort = ShortArguments.contains(syscall, each.argument());
            boolean bits = each.operator() == ArgumentOperator.ONLY_BITS;
            ArgumentOperator operator = each.operator() == ArgumentOperator.ANY_BIT || !isShort || bits
                    ? each.operator()
                    : ArgumentOperator.EQUAL;
            long value = each.value();
            if (operator == ArgumentOperator.ANY_BIT) {
                value = 1L << (value & (isShort ? 31 : 63));
            } else if (bits) {
                // A mask without bits would be no condition.
                value &= ~1L;
            }
            kept.add(new ArgumentCondition(each.argument(), operator, value));
        }
        return kept;
    }

    @Property(tries = 400)
    void libseccompDecidesTheSame(@ForAll("policies") ComparedCalls calls) throws Exception {
        byte[] ours = SyscallFilterCompiler.compile(calls.policy()).bytes();
        byte[] theirs = Objects.requireNonNull(oracle).compile(calls.policy());
        for (int i = 0; i < calls.names().size(); i++) {
            int number = SyscallTable.X86_64.number(calls.names().get(i));
            long[] arguments = calls.arguments().get(i);
            assertThat(BpfInterpreter.run(ours, SyscallFilterCompiler.ARCHITECTURE, number, arguments))
                    .as("%s %s", calls.names().get(i), arguments)
                    .isEqualTo(BpfInterpreter.run(theirs, SyscallFilterCompiler.ARCHITECTURE, number, arguments));
        }
    }

    @Test
    void otherArchitecturesAreKilledAsByLibseccomp() throws Exception {
        SyscallPolicy policy = new SyscallPolicy(List.of(), SyscallAction.ALLOW);
        byte[] theirs = Objects.requireNonNull(oracle).compile(policy);
        byte[] ours = SyscallFilterCompiler.compile(policy).bytes();
        assertThat(BpfInterpreter.run(ours, 0x4000_0003, 20, 0, 0, 0, 0, 0, 0))
                .isEqualTo(BpfInterpreter.run(theirs, 0x4000_0003, 20, 0, 0, 0, 0, 0, 0))
                .isEqualTo(SyscallFilterCompiler.KILL_PROCESS);
    }

    @Test
    void theKernelAppliesTheRulesOfEveryJail() throws Exception {
        Path filter = write(SyscallPresets.jail(List.of(), List.of(SyscallPreset.NO_NEW_NAMESPACES), false));
        assertThat(probe(filter, "vsock")).isEqualTo(EPERM);
        assertThat(probe(filter, "vsock-high")).isEqualTo(EPERM);
        assertThat(probe(filter, "tiocsti-high")).isEqualTo(EPERM);
        assertThat(probe(filter, "listener")).isEqualTo(EPERM);
        assertThat(probe(filter, "clone3")).isEqualTo(ENOSYS);
        assertThat(probe(filter, "x32")).isEqualTo(ENOSYS);
        assertThat(probe(filter, "unshare")).isEqualTo(EPERM);
        assertThat(probe(filter, "thread")).isEqualTo(NO_ERROR);
        assertThat(probe(filter, "inet")).isEqualTo(NO_ERROR);
        assertThat(probe(filter, "write-execute")).isEqualTo(NO_ERROR);
        assertThat(run(filter, "int80").waitFor()).isEqualTo(KILLED_BY_SIGSYS);
    }

    @Test
    void theKernelAppliesThePresets() throws Exception {
        Path filter = write(SyscallPresets.jail(
                List.of(), List.of(SyscallPreset.NO_NETWORK, SyscallPreset.NO_WRITE_EXECUTE), false));
        assertThat(probe(filter, "inet")).isEqualTo(EPERM);
        assertThat(probe(filter, "unix")).isEqualTo(NO_ERROR);
        assertThat(probe(filter, "write-execute")).isEqualTo(EPERM);
    }

    private static Path write(List<SyscallPolicy> policies) throws Exception {
        Path file = Files.createTempFile(folder, "filter", ".bpf");
        return Files.write(file, SyscallFilterCompiler.compile(policies).bytes());
    }

    private static String probe(Path filter, String name) throws Exception {
        Process process = run(filter, name);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        assertThat(process.waitFor()).as(name).isZero();
        return printed.strip();
    }

    private static Process run(Path filter, String name) throws IOException {
        String program = String.valueOf(built);
        return new ProcessBuilder(program, "apply", filter.toString(), program, "probe", name)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }
}
