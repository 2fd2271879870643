package dev.belljar.agent.vm;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import org.jspecify.annotations.Nullable;

/// Says why a machine could not be started, reached or stopped.
public final class VmException extends BelljarException {
    public static final ProblemCode NO_QEMU = new ProblemCode("vm.no-qemu", 424);
    public static final ProblemCode NOT_STARTED = new ProblemCode("vm.not-started", 500);
    public static final ProblemCode SILENT = new ProblemCode("vm.silent-boot", 504);
    public static final ProblemCode MONITOR = new ProblemCode("vm.monitor-failed", 502);
    public static final ProblemCode DISK_FULL = new ProblemCode("vm.disk-full", 507);
    public static final ProblemCode PAUSED = new ProblemCode("machine.disk-full", 507);
    public static final ProblemCode OTHER_PLAN = new ProblemCode("vm.other-plan", 409);
    private static final long serialVersionUID = 1L;

    public VmException(ProblemCode code, String message, @Nullable String hint, @Nullable Throwable cause) {
        super(code, message, hint, cause);
    }

    /// The machine could not be started, for this reason.
    public static VmException notStarted(String id, String what, @Nullable String hint, @Nullable Throwable cause) {
        return new VmException(NOT_STARTED, "machine " + id + ": " + what, hint, cause);
    }
}
