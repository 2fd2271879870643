package dev.belljar.agent.provenance;

import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.index.WorkspaceWrite;
import dev.belljar.agent.recording.PathWrite;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.problem.BelljarException;
import java.util.ArrayList;
import java.util.List;

/// Finds the writes to a file of the workspace that the journal has, one for each process and second.
@FunctionalInterface
public interface RecordedWrites {
    /// The most rows of the index for one file.
    int MOST = 2_000;

    /// The writes to this path, relative to the workspace, with the time of the last one of its second.
    List<PathWrite> of(String sandbox, String path) throws BelljarException;

    /// The writes in the index.
    static RecordedWrites of(EventIndex index) {
        return (sandbox, path) -> {
            List<PathWrite> writes = new ArrayList<>();
            for (WorkspaceWrite each : index.writes(sandbox, path, MOST)) {
                boolean renamed = each.ops().contains(FileOp.RENAME) && each.origin() != null;
                if (renamed || each.ops().stream().anyMatch(RecordedWrites::ofContent)) {
                    FileOp op = renamed ? FileOp.RENAME : FileOp.WRITE;
                    String from = renamed ? each.origin() : null;
                    writes.add(new PathWrite(each.at(), each.pid(), each.start(), each.comm(), op, from));
                }
            }
            return writes;
        };
    }

    // A rename is a write only to the new name.
    private static boolean ofContent(FileOp op) {
        return switch (op) {
            case CREATE, WRITE, LINK, TRUNCATE -> true;
            case RENAME, UNLINK, MKDIR, RMDIR, SYMLINK, CHMOD -> false;
        };
    }
}
