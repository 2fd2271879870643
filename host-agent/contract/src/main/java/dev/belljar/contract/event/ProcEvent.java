package dev.belljar.contract.event;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A process that was started, executed another program, ended, or existed when observation began.
///
/// `pid` and `start` (nanoseconds of guest boot time) together identify a process uniquely. On `EXIT` exactly
/// one of `code` and
/// `signal` is set. `truncated` says that argv or a path was longer than the 4,096 bytes that are kept.
public record ProcEvent(
        long seq,
        long ts,
        ProcOp op,
        int pid,
        int ppid,
        long start,
        int uid,
        String comm,
        @Nullable String exe,
        List<String> argv,
        @Nullable String cwd,
        @Nullable Integer code,
        @Nullable Integer signal,
        long cpuNs,
        boolean truncated)
        implements Event {
    public ProcEvent {
        argv = List.copyOf(argv);
    }

    @Override
    public EventType type() {
        return EventType.PROC;
    }

    @Override
    public ProcEvent withSeq(long newSeq) {
        return new ProcEvent(
                newSeq, ts, op, pid, ppid, start, uid, comm, exe, argv, cwd, code, signal, cpuNs, truncated);
    }
}
