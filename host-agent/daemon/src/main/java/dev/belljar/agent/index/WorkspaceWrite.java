package dev.belljar.agent.index;

import dev.belljar.contract.event.FileOp;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What one process did to one file of the workspace within one second.
///
/// `path` is relative to the workspace. `pid` and `start` identify the process, `comm` is its name. `seq` and
/// `at` are the number and the time of its newest event in this second. `origin` is the name that the file had
/// before it was renamed, or of the file that `path` was linked to; `target` is the name that it was renamed
/// to; both are relative to the workspace, or absolute outside of it. `bytes` is the newest known size, -1 if
/// none is known.
public record WorkspaceWrite(
        String path,
        int pid,
        long start,
        String comm,
        Set<FileOp> ops,
        @Nullable String origin,
        @Nullable String target,
        long bytes,
        long at,
        long seq) {
    private static final long SECOND = 1_000;
    private static final FileOp[] OPS = FileOp.values();

    public WorkspaceWrite {
        ops = Set.copyOf(ops);
    }

    /// The second in which it happened, in milliseconds since the epoch.
    long second() {
        return at / SECOND * SECOND;
    }

    /// This row and a later one of the same file, process and second in one.
    WorkspaceWrite followedBy(WorkspaceWrite later) {
        Set<FileOp> all = EnumSet.copyOf(ops);
        all.addAll(later.ops);
        return new WorkspaceWrite(
                path,
                pid,
                start,
                comm,
                all,
                later.origin == null ? origin : later.origin,
                later.target == null ? target : later.target,
                later.bytes < 0 ? bytes : later.bytes,
                later.at,
                later.seq);
    }

    /// The bits that stand for these operations in the table.
    static int bits(Set<FileOp> ops) {
        int bits = 0;
        for (int bit = 0; bit < OPS.length; bit++) {
            if (ops.contains(OPS[bit])) {
                bits |= 1 << bit;
            }
        }
        return bits;
    }

    /// The operations that these bits stand for.
    static Set<FileOp> ops(int bits) {
        Set<FileOp> ops = EnumSet.noneOf(FileOp.class);
        for (int bit = 0; bit < OPS.length; bit++) {
            if ((bits & 1 << bit) != 0) {
                ops.add(OPS[bit]);
            }
        }
        return ops;
    }
}
