package dev.belljar.app.snapshots;

import dev.belljar.app.action.Actions;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.WorkspaceComparison;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Differences between two snapshots in figures; each pair is requested once, when the user points at it.
final class SnapshotComparisons {
    private static final Texts TEXTS = Texts.of(SnapshotComparisons.class);

    private final Actions actions;
    private final Runnable done;
    private final Map<String, String> known = new HashMap<>();

    /// `done` runs when an answer has arrived.
    SnapshotComparisons(Actions actions, Runnable done) {
        this.actions = actions;
        this.done = done;
    }

    /// The figures of a pair as text; empty while they are not known.
    String words(@Nullable String first, TreeNode second) {
        return known.getOrDefault(first + " " + second.key(), "");
    }

    /// Requests the figures if both are snapshots; otherwise the guest of a running sandbox would be needed.
    void ask(TreeNode first, @Nullable TreeNode second) {
        if (!(first instanceof TreeNode.SnapshotNode)
                || !(second instanceof TreeNode.SnapshotNode)
                || first.key().equals(second.key())) {
            return;
        }
        String pair = first.key() + " " + second.key();
        if (known.putIfAbsent(pair, "") == null) {
            actions.snapshots()
                    .compare(first.key(), second.key())
                    .done(answer -> {
                        known.put(pair, words(answer));
                        done.run();
                    })
                    .begin();
        }
    }

    private static String words(WorkspaceComparison comparison) {
        List<FileChange> files = comparison.files();
        int added = files.stream().mapToInt(f -> Math.max(0, f.added())).sum();
        int removed = files.stream().mapToInt(f -> Math.max(0, f.removed())).sum();
        return TEXTS.get("compare.figures", files.size(), added, removed);
    }
}
