package dev.belljar.agent.jail.syscall;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.ArgumentOperator;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallEffect;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallRule;
import dev.belljar.testing.property.Choices;
import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import dev.belljar.testing.property.Property;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests minijail's text format, read and written.
class MinijailTextTest {
    private static final String TEXT = """
            # what a small program needs
            @default trap
            read: 1
            write: allow
            kill: return EPERM   # nobody else
            {dup, dup2[arch=x86_64,arm64], dup3}: 1
            fadvise64_64[arch=arm]: 1
            socket: arg0 == AF_UNIX || arg0 == AF_INET && arg1 in SOCK_STREAM|SOCK_CLOEXEC; return EACCES
            openat: { arg2 & O_CREAT; return 13, arg0 == -100; allow, \\
                kill-thread }
            mmap: arg2 in ~(PROT_WRITE|0x4)
            prctl: { arg0 == 0xF && arg1 != 017; log, user-notify }
            """;

    static Generator<SyscallPolicy> writable() {
        return choices -> {
            SyscallAction otherwise = Generators.of(
                            SyscallAction.KILL_PROCESS,
                            SyscallAction.KILL_THREAD,
                            SyscallAction.TRAP,
                            SyscallAction.NOTIFY,
                            SyscallAction.ALLOW)
                    .next(choices);
            List<SyscallRule> rules = new ArrayList<>();
            // The rules of one system call are written together.
            for (String name : List.of("read", "open", "mmap", "kill", "ioctl")) {
                choices.list(0, 3, SyscallPolicies::rule)
                        .forEach(rule -> rules.add(renamed(rule, name, otherwise, choices)));
            }
            return new SyscallPolicy(rules, otherwise);
        };
    }

    private static SyscallRule renamed(SyscallRule rule, String name, SyscallAction otherwise, Choices choices) {
        boolean errnoOnly = otherwise.effect() == SyscallEffect.ALLOW;
        SyscallAction action = errnoOnly ? SyscallAction.error(1 + (int) choices.upTo(4094)) : rule.action();
        return new SyscallRule(name, rule.when(), action);
    }

    @Property
    void whatIsWrittenIsReadAsItWas(@ForAll("writable") SyscallPolicy policy) throws SyscallPolicyException {
        assertThat(read(MinijailWriter.write(policy))).isEqualTo(policy);
    }

    @Property
    void noTextIsReadInAnotherWayThanWithAnError(@ForAll String text) {
        try {
            SyscallPolicyValidator.check(read(text));
        } catch (SyscallPolicyException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }

    static Generator<String> nearly() {
        Generator<String> words = Generators.of(
                "read",
                ":",
                "arg0",
                "==",
                "1",
                "{",
                "}",
                ",",
                ";",
                "return",
                "EPERM",
                "||",
                "&&",
                "@default",
                "trap",
                "\n",
                "~",
                "(",
                ")",
                "|",
                "[",
                "]",
                "arch",
                "=",
                "x86_64",
                "@include",
                "/x",
                "allow",
                "in",
                "\\\n");
        return choices -> String.join(" ", choices.list(0, 20, words::next));
    }

    @Property
    void nearlyRightTextsAreReadOrRefused(@ForAll("nearly") String text) {
        noTextIsReadInAnotherWayThanWithAnError(text);
    }

    @Test
    void theFormatOfMinijailIsRead() throws SyscallPolicyException {
        SyscallPolicy policy = read(TEXT);
        assertThat(policy.otherwise()).isEqualTo(SyscallAction.TRAP);
        assertThat(policy.rules()).extracting(SyscallRule::syscall).doesNotContain("fadvise64_64");
        assertThat(decided(policy, "kill", 0, 0, 0)).isEqualTo(SyscallAction.error(1));
        assertThat(decided(policy, "dup2", 0, 0, 0)).isEqualTo(SyscallAction.ALLOW);
        assertThat(decided(policy, "dup3", 0, 0, 0)).isEqualTo(SyscallAction.ALLOW);
        // Without braces the error is for calls that do not match.
        assertThat(decided(policy, "socket", 1, 99, 0)).isEqualTo(SyscallAction.ALLOW);
        assertThat(decided(policy, "socket", 2, 0x8_0001, 0)).isEqualTo(SyscallAction.ALLOW);
        assertThat(decided(policy, "socket", 2, 2, 0)).isEqualTo(SyscallAction.error(13));
        // In braces an action belongs to the condition before it.
        assertThat(decided(policy, "openat", 5, 0, 0x41)).isEqualTo(SyscallAction.error(13));
        assertThat(decided(policy, "openat", 0xffff_ff9cL, 0, 0)).isEqualTo(SyscallAction.ALLOW);
        assertThat(decided(policy, "openat", 5, 0, 0)).isEqualTo(SyscallAction.KILL_THREAD);
        assertThat(decided(policy, "mmap", 0, 0, 1)).isEqualTo(SyscallAction.ALLOW);
        assertThat(decided(policy, "mmap", 0, 0, 2)).isEqualTo(SyscallAction.TRAP);
        assertThat(decided(policy, "prctl", 15, 14, 0)).isEqualTo(SyscallAction.LOG);
        assertThat(decided(policy, "prctl", 15, 15, 0)).isEqualTo(SyscallAction.NOTIFY);
    }

    @Test
    void includesAreReadOneLevelDeep() throws SyscallPolicyException {
        PolicyIncludes files = path -> path.equals("/p/base") ? "read: 1\n" : "@include /p/base\n";
        assertThat(MinijailReader.read("@include /p/base\nwrite: 1\n", files).rules())
                .extracting(SyscallRule::syscall)
                .containsExactly("read", "write");
        assertThatThrownBy(() -> MinijailReader.read("@include ./other\n", files))
                .hasMessageContaining("includes another one");
        assertThatThrownBy(() -> read("@include /p/base\n")).hasMessageContaining("other files are not read here");
    }

    @Test
    void wrongLinesAreNamed() {
        for (String[] each : new String[][] {
            {"read: 1\nopne: 1", "\"opne\""},
            {"read 1", "line 1: found \"1\", expected \":\""},
            {"read: arg6 == 1", "from arg0 to arg5"},
            {"\nread: arg0 = 1", "line 2: found \"=\", expected ==,"},
            {"read: arg0 == AF_NOTHING", "a known constant"},
            {"read: arg0 == 0x1ffffffffffffffff", "a number of 64 bits"},
            {"read: arg0 == 08", "a number"},
            {"read: return 0", "an errno from 1 to 4095"},
            {"read: trace", "found \"trace\""},
            {"read: arg0 == 1; kill", "ambiguous"},
            {"@frequency ./x", "@frequency is not supported"},
            {"@default log", "found \"log\""},
            {"read: 1 2", "expected the end of the line"},
            {"file-io@systemd: 1", "groups of system calls"},
            {"read: arg0 == " + "(".repeat(40) + "1", "nested too deeply"}
        }) {
            assertThatThrownBy(() -> read(each[0]))
                    .as(each[0])
                    .isInstanceOf(SyscallPolicyException.class)
                    .hasMessageContaining(each[1]);
        }
    }

    @Test
    void whatTheFormatCannotSayIsNotWritten() {
        assertThatThrownBy(() -> MinijailWriter.write(new SyscallPolicy(List.of(), SyscallAction.LOG)))
                .hasMessageContaining("no such policies");
        SyscallRule kill = new SyscallRule(
                "read",
                List.of(List.of(new ArgumentCondition(0, ArgumentOperator.EQUAL, 1))),
                SyscallAction.KILL_PROCESS);
        assertThatThrownBy(() -> MinijailWriter.write(new SyscallPolicy(List.of(kill), SyscallAction.ALLOW)))
                .hasMessageContaining("no such policies");
    }

    private static SyscallAction decided(SyscallPolicy policy, String syscall, long a, long b, long c) {
        return SyscallDecision.of(policy, syscall, a, b, c, 0, 0, 0);
    }

    private static SyscallPolicy read(String text) throws SyscallPolicyException {
        return MinijailReader.read(text, PolicyIncludes.NONE);
    }
}
