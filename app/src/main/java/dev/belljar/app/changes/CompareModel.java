package dev.belljar.app.changes;

import dev.belljar.app.text.Texts;
import dev.belljar.app.work.ComparisonKey;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.List;
import java.util.Optional;

/// The differences between two states of the workspace: what the screen shows of them.
record CompareModel(WorkspaceComparison comparison) {
    private static final Texts TEXTS = Texts.of(CompareModel.class);

    /// What the screen shows.
    enum CompareContent {
        /// There is no difference.
        SAME,
        /// The only differences are in files that were not fetched.
        SKIPPED,
        FILES
    }

    CompareContent content() {
        if (!comparison.files().isEmpty()) {
            return CompareContent.FILES;
        }
        return comparison.left() == 0 ? CompareContent.SAME : CompareContent.SKIPPED;
    }

    /// The number of files, and of added and removed lines.
    String figures() {
        List<FileChange> files = comparison.files();
        int added = files.stream().mapToInt(f -> Math.max(0, f.added())).sum();
        int removed = files.stream().mapToInt(f -> Math.max(0, f.removed())).sum();
        return TEXTS.get("compare.figures", files.size(), added, removed);
    }

    /// The file that is opened first.
    Optional<FileChange> first() {
        return ChangeTree.first(comparison.files());
    }

    /// The key of the same comparison with its sides swapped.
    static ComparisonKey swapped(ComparisonKey key) {
        return new ComparisonKey(key.to(), key.toName(), key.from(), key.fromName());
    }
}
