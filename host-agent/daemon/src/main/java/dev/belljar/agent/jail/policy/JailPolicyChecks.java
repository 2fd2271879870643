package dev.belljar.agent.jail.policy;

import dev.belljar.agent.jail.plan.JailException;
import dev.belljar.agent.jail.plan.PlanPaths;
import dev.belljar.agent.jail.syscall.SyscallPolicyException;
import dev.belljar.agent.jail.syscall.SyscallPolicyValidator;
import dev.belljar.contract.jail.JailPolicy;
import dev.belljar.contract.jail.PathRule;
import dev.belljar.contract.jail.SyscallEffect;
import dev.belljar.contract.jail.SyscallPolicy;
import dev.belljar.contract.text.VisibleText;

/// Checks policies for jails that were read from a file or a request.
final class JailPolicyChecks {
    private static final int MOST_PATHS = 500;

    private JailPolicyChecks() {}

    /// Checks a policy.
    ///
    /// @throws JailException naming what is wrong in its rules for paths
    /// @throws SyscallPolicyException naming what is wrong in its policy for system calls
    static void check(JailPolicy policy) throws JailException, SyscallPolicyException {
        if (policy.paths().size() > MOST_PATHS) {
            throw invalid("%d rules for paths: expected at most %d"
                    .formatted(policy.paths().size(), MOST_PATHS));
        }
        for (PathRule rule : policy.paths()) {
            String path = rule.path() == null ? "" : rule.path();
            boolean valid = PlanPaths.valid(path.startsWith("~/") ? path.substring(1) : path);
            if (!valid || path.equals("/") || rule.action() == null) {
                throw invalid(
                        "the rule for the path \"%s\": expected an absolute path, or one that begins with ~/, and allow or"
                                        .formatted(VisibleText.line(path))
                                + " deny");
            }
        }
        SyscallPolicy syscalls = policy.syscalls();
        if (syscalls != null) {
            SyscallPolicyValidator.check(syscalls);
            boolean notifies = syscalls.otherwise().effect() == SyscallEffect.NOTIFY
                    || syscalls.rules().stream().anyMatch(rule -> rule.action().effect() == SyscallEffect.NOTIFY);
            if (notifies) {
                throw invalid("the action notify: only the rules of every jail may have it");
            }
        }
    }

    static JailException invalid(String message) {
        return new JailException(
                JailException.INVALID, message, "`belljar jail policy export` shows what a policy looks like.");
    }
}
