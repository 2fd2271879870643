package dev.belljar.agent.sync.worktree;

import java.util.List;

/// What a sync into the working tree of `project` changes, as it is stored before the first file is written. `idLength`
/// is the length of the object ids in its steps.
record ChangeRecord(String project, Stage stage, int idLength, List<FileStep> steps) {
    ChangeRecord {
        steps = List.copyOf(steps);
    }

    /// How far it is. A change that was interrupted while it was written or undone is finished later.
    enum Stage {
        WRITING,
        WRITTEN,
        UNDOING
    }

    ChangeRecord at(Stage now) {
        return new ChangeRecord(project, now, idLength, steps);
    }
}
