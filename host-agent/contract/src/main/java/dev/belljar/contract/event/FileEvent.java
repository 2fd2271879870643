package dev.belljar.contract.event;

import org.jspecify.annotations.Nullable;

/// A file or folder that a process created, wrote, renamed, removed or otherwise changed.
///
/// `start` (nanoseconds of guest boot time) distinguishes processes that had the same pid; `to` is the target of
/// a rename or link; `bytes` is the size when a written file was closed, -1 when not known.
public record FileEvent(
        long seq,
        long ts,
        int pid,
        long start,
        String comm,
        FileOp op,
        String path,
        @Nullable String to,
        long bytes) implements Event {
    @Override
    public EventType type() {
        return EventType.FILE;
    }

    @Override
    public FileEvent withSeq(long newSeq) {
        return new FileEvent(newSeq, ts, pid, start, comm, op, path, to, bytes);
    }
}
