package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallRule;
import java.util.List;

/// Applies a policy to one system call, without a filter: for dry runs, and to test the compiler.
public final class SyscallDecision {
    private static final long LOW = 0xffff_ffffL;

    private SyscallDecision() {}

    /// What the policy does with a system call. `arguments` has six values of 64 bits each.
    public static SyscallAction of(SyscallPolicy policy, String syscall, long... arguments) {
        for (SyscallRule rule : policy.rules()) {
            if (rule.syscall().equals(syscall) && applies(rule, arguments)) {
                return rule.action();
            }
        }
        return policy.otherwise();
    }

    /// What policies do together with a system call, which is made only if all permit it.
    static SyscallAction of(List<SyscallPolicy> policies, String syscall, long... arguments) {
        SyscallAction action = SyscallAction.ALLOW;
        for (SyscallPolicy policy : policies) {
            action = of(policy, syscall, arguments);
            if (!action.permits()) {
                return action;
            }
        }
        return action;
    }

    private static boolean applies(SyscallRule rule, long... arguments) {
        return rule.always() || rule.when().stream().anyMatch(all -> all(rule.syscall(), all, arguments));
    }

    private static boolean all(String syscall, List<ArgumentCondition> conditions, long... arguments) {
        return conditions.stream().allMatch(condition -> {
            long mask = ShortArguments.contains(syscall, condition.argument()) ? LOW : -1;
            return holds(condition, arguments[condition.argument()] & mask, condition.value() & mask);
        });
    }

    private static boolean holds(ArgumentCondition condition, long argument, long value) {
        int order = Long.compareUnsigned(argument, value);
        return switch (condition.operator()) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case AT_MOST -> order <= 0;
            case GREATER -> order > 0;
            case AT_LEAST -> order >= 0;
            case ANY_BIT -> (argument & value) != 0;
            case ONLY_BITS -> (argument & ~value) == 0;
        };
    }
}
