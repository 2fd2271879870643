package dev.belljar.contract.jail;

import org.jspecify.annotations.Nullable;

/// What happens to a system call; `errno` (1 to 4095) is given with the effect `errno`, and only then.
public record SyscallAction(SyscallEffect effect, @Nullable Integer errno) {
    public static final SyscallAction ALLOW = new SyscallAction(SyscallEffect.ALLOW, null);
    public static final SyscallAction LOG = new SyscallAction(SyscallEffect.LOG, null);
    public static final SyscallAction NOTIFY = new SyscallAction(SyscallEffect.NOTIFY, null);
    public static final SyscallAction TRAP = new SyscallAction(SyscallEffect.TRAP, null);
    public static final SyscallAction KILL_THREAD = new SyscallAction(SyscallEffect.KILL_THREAD, null);
    public static final SyscallAction KILL_PROCESS = new SyscallAction(SyscallEffect.KILL_PROCESS, null);

    /// The action that makes the call fail with this error.
    public static SyscallAction error(int errno) {
        return new SyscallAction(SyscallEffect.ERRNO, errno);
    }

    /// True if the call is made without asking anybody.
    public boolean permits() {
        return effect == SyscallEffect.ALLOW || effect == SyscallEffect.LOG;
    }
}
