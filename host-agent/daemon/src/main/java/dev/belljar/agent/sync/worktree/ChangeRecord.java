package dev.belljar.agent.sync.worktree;

import java.util.List;

/// What a sync into the working tree of `project` changes, as it is stored before the first file is written.
/// `idLength` is the length of the object ids in its steps.
record ChangeRecord(String project, ChangeStage stage, int idLength, List<FileStep> steps) {
    ChangeRecord {
        steps = List.copyOf(steps);
    }

    /// How far it is. A change that was interrupted while it was written or undone is finished later; one of which
    /// nothing was written yet is dropped.
    enum ChangeStage {
        PREPARED,
        WRITING,
        WRITTEN,
        UNDOING
    }

    /// True if the change puts a folder in the place of the file of a step, or a file in the place of its folder.
    boolean replaces(FileStep step) {
        return steps.stream()
                .anyMatch(each ->
                        each.path().startsWith(step.path() + "/") || step.path().startsWith(each.path() + "/"));
    }

    ChangeRecord at(ChangeStage now) {
        return new ChangeRecord(project, now, idLength, steps);
    }
}
