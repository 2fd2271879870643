package dev.belljar.agent.jail.syscall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.ArgumentOperator;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallPreset;
import dev.belljar.contract.jail.SyscallRule;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Property;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Tests filters by running them in an interpreter.
class SyscallFilterCompilerTest {
    private static final int I386 = 0x4000_0003;
    private static final SyscallPolicy FEW = new SyscallPolicy(
            List.of(
                    new SyscallRule("read", SyscallAction.ALLOW),
                    new SyscallRule("write", SyscallAction.ALLOW),
                    new SyscallRule(
                            "mmap",
                            List.of(List.of(
                                    new ArgumentCondition(2, ArgumentOperator.ANY_BIT, 4),
                                    new ArgumentCondition(3, ArgumentOperator.NOT_EQUAL, 2))),
                            SyscallAction.error(13)),
                    new SyscallRule("mmap", SyscallAction.ALLOW),
                    new SyscallRule(
                            "ioctl",
                            List.of(List.of(new ArgumentCondition(1, ArgumentOperator.EQUAL, 0x5401))),
                            SyscallAction.ALLOW)),
            SyscallAction.KILL_PROCESS);

    /// A policy and a system call.
    record PolicyCall(SyscallPolicy policy, String syscall, long[] arguments) {
        @Override
        public String toString() {
            return ContractJson.line(policy) + " " + syscall + " " + Arrays.toString(arguments);
        }
    }

    static Generator<PolicyCall> calls() {
        return choices -> {
            SyscallPolicy policy = SyscallPolicies.any().next(choices);
            List<SyscallRule> rules = policy.rules();
            String syscall = rules.isEmpty() || choices.upTo(7) == 0
                    ? SyscallPolicies.name(choices)
                    : rules.get((int) choices.upTo(rules.size() - 1L)).syscall();
            return new PolicyCall(policy, syscall, SyscallPolicies.arguments(policy, choices));
        };
    }

    @Property(tries = 5_000)
    void theFilterDecidesAsThePolicyDoes(@ForAll("calls") PolicyCall call) throws SyscallPolicyException {
        FilterProgram filter = SyscallFilterCompiler.compile(call.policy());
        SyscallAction expected = SyscallDecision.of(call.policy(), call.syscall(), call.arguments());
        int number = SyscallTable.X86_64.number(call.syscall());
        assertThat(run(filter, number, call.arguments())).isEqualTo(SyscallFilterCompiler.value(expected));
    }

    static Generator<List<SyscallPolicy>> layers() {
        return choices -> choices.list(1, 3, SyscallPolicies.any()::next);
    }

    @Property(tries = 2_000)
    void aCallIsMadeOnlyIfAllPoliciesPermitIt(
            @ForAll("layers") List<SyscallPolicy> policies, @ForAll("calls") PolicyCall call)
            throws SyscallPolicyException {
        List<SyscallPolicy> all = new ArrayList<>(policies);
        all.add(call.policy());
        SyscallAction expected = SyscallDecision.of(all, call.syscall(), call.arguments());
        int number = SyscallTable.X86_64.number(call.syscall());
        assertThat(run(SyscallFilterCompiler.compile(all), number, call.arguments()))
                .isEqualTo(SyscallFilterCompiler.value(expected));
        assertThat(expected.permits())
                .isEqualTo(all.stream()
                        .allMatch(each -> SyscallDecision.of(each, call.syscall(), call.arguments())
                                .permits()));
    }

    @Property(tries = 200)
    void otherArchitecturesAndX32AreRefused(@ForAll("calls") PolicyCall call) throws SyscallPolicyException {
        byte[] filter = SyscallFilterCompiler.compile(call.policy()).bytes();
        int number = SyscallTable.X86_64.number(call.syscall());
        assertThat(BpfInterpreter.run(filter, I386, number, call.arguments()))
                .isEqualTo(SyscallFilterCompiler.KILL_PROCESS);
        for (int foreign : List.of(number | 0x4000_0000, number | 0x8000_0000, -1, 0x4000_0000)) {
            assertThat(BpfInterpreter.run(filter, SyscallFilterCompiler.ARCHITECTURE, foreign, call.arguments()))
                    .isEqualTo(SyscallFilterCompiler.ERRNO | 38);
        }
    }

    @Test
    void theFilterOfASmallPolicyIsAsReviewed() throws SyscallPolicyException, IOException {
        assertThat(SyscallFilterCompiler.compile(FEW).listing()).isEqualTo(golden("small.bpf"));
    }

    @Test
    void theRulesOfEveryJailAreAsReviewed() throws SyscallPolicyException, IOException {
        List<SyscallPolicy> policies = SyscallPresets.jail(List.of(), EnumSet.allOf(SyscallPreset.class), true);
        String rules = policies.getFirst().rules().stream()
                .map(rule -> ContractJson.line(rule) + "\n")
                .collect(Collectors.joining());
        assertThat(rules).isEqualTo(golden("jail-rules.jsonl"));
        assertThat(SyscallFilterCompiler.compile(policies).length()).isLessThan(400);
    }

    @Test
    void aPolicyForEverySystemCallWorksWithFarJumps() throws SyscallPolicyException {
        List<SyscallRule> rules = new ArrayList<>();
        List<String> names = new ArrayList<>(SyscallTable.X86_64.numbers().keySet());
        Collections.sort(names);
        for (String name : names) {
            ArgumentCondition equal = new ArgumentCondition(5, ArgumentOperator.EQUAL, rules.size());
            rules.add(new SyscallRule(name, List.of(List.of(equal)), SyscallAction.error(1 + rules.size())));
        }
        FilterProgram filter = SyscallFilterCompiler.compile(new SyscallPolicy(rules, SyscallAction.ALLOW));
        for (int i = 0; i < names.size(); i++) {
            int number = SyscallTable.X86_64.number(names.get(i));
            assertThat(run(filter, number, 0, 0, 0, 0, 0, i)).isEqualTo(SyscallFilterCompiler.ERRNO | i + 1);
            assertThat(run(filter, number, 0, 0, 0, 0, 0, i + 1)).isEqualTo(SyscallFilterCompiler.ALLOW);
        }
    }

    @Test
    void aPolicyThatNeedsTooManyInstructionsIsRefused() {
        List<ArgumentCondition> all =
                Collections.nCopies(12, new ArgumentCondition(0, ArgumentOperator.GREATER, 1L << 40));
        List<SyscallRule> rules = Collections.nCopies(100, new SyscallRule("read", List.of(all), SyscallAction.ALLOW));
        assertThatThrownBy(() -> SyscallFilterCompiler.compile(new SyscallPolicy(rules, SyscallAction.TRAP)))
                .isInstanceOf(SyscallPolicyException.class)
                .hasMessageContaining("the kernel accepts at most 4096");
    }

    @Test
    void invalidPoliciesAreRefusedWithWhatWasExpected() throws Exception {
        for (String[] each : new String[][] {
            {
                "{\"rules\":[{\"syscall\":\"opne\",\"action\":{\"effect\":\"allow\"}}],\"otherwise\":{\"effect\":\"trap\"}}",
                "opne"
            },
            {"{\"rules\":[{\"action\":{\"effect\":\"allow\"}}],\"otherwise\":{\"effect\":\"trap\"}}", "name of a system"
            },
            {"{\"rules\":[{\"syscall\":\"open\"}],\"otherwise\":{\"effect\":\"trap\"}}", "expected an action"},
            {"{\"rules\":[]}", "default action"},
            {"{\"rules\":[],\"otherwise\":{\"effect\":\"errno\"}}", "errno from 1 to 4095"},
            {"{\"rules\":[],\"otherwise\":{\"effect\":\"errno\",\"errno\":4096}}", "errno from 1 to 4095"},
            {"{\"rules\":[],\"otherwise\":{\"effect\":\"allow\",\"errno\":1}}", "errno from 1 to 4095"},
            {
                "{\"rules\":[{\"syscall\":\"open\",\"when\":[[{\"argument\":6,\"operator\":\"equal\",\"value\":1}]],"
                        + "\"action\":{\"effect\":\"allow\"}}],\"otherwise\":{\"effect\":\"trap\"}}",
                "argument from 0 to 5"
            }
        }) {
            SyscallPolicy policy = ContractJson.readStrict(each[0], SyscallPolicy.class);
            assertThatThrownBy(() -> SyscallFilterCompiler.compile(policy))
                    .isInstanceOf(SyscallPolicyException.class)
                    .hasMessageContaining(each[1]);
        }
    }

    @Test
    void aPolicyIsTheSameAfterJson() throws Exception {
        assertThat(ContractJson.readStrict(ContractJson.line(FEW), SyscallPolicy.class))
                .isEqualTo(FEW);
    }

    @Test
    void aFilterIsCompiledOnce() throws SyscallPolicyException {
        FilterCache cache = new FilterCache();
        FilterProgram first = cache.get(List.of(FEW));
        assertThat(cache.get(List.of(new SyscallPolicy(FEW.rules(), FEW.otherwise()))))
                .isSameAs(first);
        assertThat(first.hash()).hasSize(64);
    }

    @Test
    void whatIsPermittedIsHeldAndWhatIsRefusedStaysRefused() {
        SyscallRule refused = new SyscallRule(
                "openat",
                List.of(List.of(new ArgumentCondition(2, ArgumentOperator.ANY_BIT, 0x40))),
                SyscallAction.error(13));
        List<SyscallPolicy> policy =
                SyscallPresets.jail(List.of(new SyscallPolicy(List.of(refused), SyscallAction.ALLOW)), List.of(), true);
        assertThat(SyscallDecision.of(policy, "openat", 0, 0, 0x40, 0, 0, 0)).isEqualTo(SyscallAction.error(13));
        assertThat(SyscallDecision.of(policy, "openat", 0, 0, 0, 0, 0, 0)).isEqualTo(SyscallAction.NOTIFY);
        assertThat(SyscallDecision.of(policy, "execve", 0, 0, 0, 0, 0, 0)).isEqualTo(SyscallAction.NOTIFY);
        assertThat(SyscallDecision.of(policy, "read", 0, 0, 0, 0, 0, 0)).isEqualTo(SyscallAction.ALLOW);
    }

    private static int run(FilterProgram filter, int number, long... arguments) {
        return BpfInterpreter.run(filter.bytes(), SyscallFilterCompiler.ARCHITECTURE, number, arguments);
    }

    private static String golden(String name) throws IOException {
        try (InputStream in = SyscallFilterCompilerTest.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
