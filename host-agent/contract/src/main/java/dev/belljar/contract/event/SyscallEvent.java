package dev.belljar.contract.event;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;

/// A system call that returned: number, six raw arguments, result and wall time in nanoseconds.
public record SyscallEvent(
        long seq,
        long ts,
        int pid,
        int tid,
        String comm,
        int nr,
        List<Long> args,
        long ret,
        @JsonProperty("dur_ns") long durNs)
        implements Event {
    public SyscallEvent {
        args = List.copyOf(args);
    }

    @Override
    public EventType type() {
        return EventType.SYSCALL;
    }

    @Override
    public SyscallEvent withSeq(long newSeq) {
        return new SyscallEvent(newSeq, ts, pid, tid, comm, nr, args, ret, durNs);
    }
}
