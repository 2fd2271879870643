package dev.belljar.contract.view.work;

import java.util.List;

/// The result of undoing a sync into the working tree: the paths that were restored, relative to the project.
public record SyncUndone(List<String> restored) {
    public SyncUndone {
        restored = List.copyOf(restored);
    }
}
