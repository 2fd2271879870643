package dev.belljar.agent.recording;

import dev.belljar.contract.event.FileOp;
import org.jspecify.annotations.Nullable;

/// An observed write to a file: the process, what it did, and when, in milliseconds since the epoch. `from` is the path
/// in the workspace from which the file was renamed, if it was.
public record PathWrite(
        long at,
        int pid,
        long start,
        String comm,
        FileOp op,
        @Nullable String from) {
    /// True if both are of the same process.
    public boolean sameProcess(PathWrite other) {
        return pid == other.pid && start == other.start;
    }
}
