package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.jail.ArgumentCondition;
import dev.belljar.contract.jail.SyscallAction;
import dev.belljar.contract.jail.SyscallEffect;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.jail.SyscallRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Checks policies that were read from a file or a request.
public final class SyscallPolicyValidator {
    /// Rules of a policy at most.
    public static final int MOST_RULES = 2_000;
    /// Alternatives of a rule at most.
    static final int MOST_ALTERNATIVES = 64;
    /// Conditions of an alternative at most.
    static final int MOST_CONDITIONS = 12;
    /// The greatest error that the kernel returns for a filter.
    static final int MOST_ERRNO = 4_095;
    private static final int ARGUMENTS = 6;

    private SyscallPolicyValidator() {}

    /// Checks a policy.
    ///
    /// @throws SyscallPolicyException naming the rule and what was expected
    public static void check(SyscallPolicy policy) throws SyscallPolicyException {
        if (policy.rules().size() > MOST_RULES) {
            throw new SyscallPolicyException(
                    "the policy has %d rules: expected at most %d"
                            .formatted(policy.rules().size(), MOST_RULES),
                    null);
        }
        check("the default action", policy.otherwise());
        for (SyscallRule rule : policy.rules()) {
            check(rule);
        }
    }

    /// Checks a rule.
    ///
    /// @throws SyscallPolicyException naming what was expected
    public static void check(SyscallRule rule) throws SyscallPolicyException {
        SyscallTable.X86_64.number(rule.syscall() == null ? "" : rule.syscall());
        check("the action of " + rule.syscall(), rule.action());
        if (rule.when().size() > MOST_ALTERNATIVES) {
            throw new SyscallPolicyException(
                    "%s has %d alternatives: expected at most %d"
                            .formatted(rule.syscall(), rule.when().size(), MOST_ALTERNATIVES),
                    null);
        }
        for (List<ArgumentCondition> alternative : rule.when()) {
            check(rule.syscall(), alternative);
        }
    }

    private static void check(String syscall, List<ArgumentCondition> alternative) throws SyscallPolicyException {
        if (alternative.size() > MOST_CONDITIONS) {
            throw new SyscallPolicyException(
                    "an alternative of %s has %d conditions: expected at most %d"
                            .formatted(syscall, alternative.size(), MOST_CONDITIONS),
                    null);
        }
        for (ArgumentCondition condition : alternative) {
            if (condition.operator() == null || condition.argument() < 0 || condition.argument() >= ARGUMENTS) {
                throw new SyscallPolicyException(
                        "a condition of %s: expected an argument from 0 to 5 and an operator".formatted(syscall), null);
            }
        }
    }

    private static void check(String what, @Nullable SyscallAction action) throws SyscallPolicyException {
        if (action == null || action.effect() == null) {
            throw new SyscallPolicyException(what + ": expected an action", null);
        }
        Integer errno = action.errno();
        boolean right = action.effect() == SyscallEffect.ERRNO
                ? errno != null && errno >= 1 && errno <= MOST_ERRNO
                : errno == null;
        if (!right) {
            throw new SyscallPolicyException(
                    what + ": expected an errno from 1 to 4095 with the effect \"errno\", and none with another", null);
        }
    }
}
