package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.ArgumentOperator;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallRule;
import dev.belljar.testing.property.Choices;
import dev.belljar.testing.property.Generator;
import dev.belljar.testing.property.Generators;
import java.util.List;

/// Generates policies, and system calls near to the values that a policy compares with.
final class SyscallPolicies {
    private static final List<String> NAMES = List.of(
            "read",
            "write",
            "open",
            "mmap",
            "ioctl",
            "clone",
            "socket",
            "openat",
            "execve",
            "prctl",
            "lseek",
            "mseal",
            "getpid",
            "futex",
            "personality",
            "unshare");

    private SyscallPolicies() {}

    static Generator<SyscallPolicy> any() {
        return choices -> new SyscallPolicy(choices.list(0, 24, SyscallPolicies::rule), action().next(choices));
    }

    static Generator<SyscallAction> action() {
        return Generators.oneOf(
                Generators.of(
                        SyscallAction.ALLOW,
                        SyscallAction.KILL_PROCESS,
                        SyscallAction.KILL_THREAD,
                        SyscallAction.TRAP,
                        SyscallAction.LOG,
                        SyscallAction.NOTIFY),
                Generators.integers(1, 4095).map(SyscallAction::error));
    }

    static String name(Choices choices) {
        return NAMES.get((int) choices.upTo(NAMES.size() - 1L));
    }

    static SyscallRule rule(Choices choices) {
        return new SyscallRule(
                name(choices),
                choices.list(0, 3, c -> c.list(1, 3, SyscallPolicies::condition)),
                action().next(choices));
    }

    static ArgumentCondition condition(Choices choices) {
        ArgumentOperator[] operators = ArgumentOperator.values();
        return new ArgumentCondition(
                (int) choices.upTo(5), operators[(int) choices.upTo(operators.length - 1L)], value(choices));
    }

    /// A value, often with an interesting upper word.
    static long value(Choices choices) {
        long low = choices.upTo(0xffff_ffffL);
        return switch ((int) choices.upTo(3)) {
            case 0, 1 -> low;
            case 2 -> low | 1L << 32;
            default -> low | choices.upTo(0xffff_ffffL) << 32;
        };
    }

    /// Six arguments. Many of them are values of the policy, or differ from one by a bit or by one.
    static long[] arguments(SyscallPolicy policy, Choices choices) {
        List<Long> known = policy.rules().stream()
                .flatMap(rule -> rule.when().stream())
                .flatMap(List::stream)
                .map(ArgumentCondition::value)
                .toList();
        long[] arguments = new long[6];
        for (int i = 0; i < arguments.length; i++) {
            long base = known.isEmpty() ? value(choices) : known.get((int) choices.upTo(known.size() - 1L));
            arguments[i] = switch ((int) choices.upTo(5)) {
                case 0, 1 -> base;
                case 2 -> base ^ 1L << choices.upTo(63);
                case 3 -> base + choices.between(-1, 1);
                case 4 -> base | 1L << 32;
                default -> value(choices);
            };
        }
        return arguments;
    }
}
