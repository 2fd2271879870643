package dev.belljar.agent.sync;

import java.nio.file.Path;
import java.util.List;

/// The git notes under `refs/notes/belljar` in the user's repositories. Working tree, index and HEAD stay unchanged.
public interface ProjectNotes {
    /// The commits on which a note about the sync of `commit` belongs: itself first, then its ancestors that came from
    /// the sandbox and have no note yet, the newest first, at most 1,000. Empty if the project has no repository.
    List<String> without(String sandbox, Path project, String commit) throws SyncException, InterruptedException;

    /// Puts this note on these commits; a note that the first one has is replaced.
    ///
    /// @throws SyncException `sync.refused` when git cannot move the ref
    void put(Path project, List<String> commits, String note) throws SyncException, InterruptedException;
}
