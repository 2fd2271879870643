package dev.belljar.agent.jail.syscall;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a policy for system calls was refused.
public final class SyscallPolicyException extends BelljarException {
    public static final ProblemCode INVALID = new ProblemCode("jail.syscalls-invalid", 422);
    private static final long serialVersionUID = 1L;

    SyscallPolicyException(String message, @Nullable String hint) {
        super(INVALID, message, hint, null);
    }
}
