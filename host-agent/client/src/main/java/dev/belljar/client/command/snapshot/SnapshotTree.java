package dev.belljar.client.command.snapshot;

import dev.belljar.client.console.AgeText;
import dev.belljar.client.console.SandboxStateText;
import dev.belljar.client.console.SnapshotRefs;
import dev.belljar.client.console.TextTable;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.text.ByteCount;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Draws snapshots and branches as a tree: below a sandbox its snapshots, the oldest first, and below a snapshot
/// the sandboxes that were started from it.
///
/// A deleted sandbox is drawn as long as it has snapshots; a branch of a deleted snapshot begins its own tree.
final class SnapshotTree {
    private static final String STEP = "│  ";
    private static final String LAST_STEP = "   ";

    private final SnapshotRefs refs;
    private final long now;
    private final TextTable columns = new TextTable("", "NAME", "AGE", "SIZE", "PAUSE", "NOTE");
    private final Set<String> drawn = new LinkedHashSet<>();

    private SnapshotTree(SnapshotRefs refs, long now) {
        this.refs = refs;
        this.now = now;
    }

    /// Draws all trees; sandboxes with neither snapshots nor an origin are left out.
    static TextTable all(SnapshotRefs refs, long now) {
        SnapshotTree tree = new SnapshotTree(refs, now);
        Set<String> roots = new LinkedHashSet<>();
        refs.sandboxes().stream()
                .filter(sandbox -> tree.find(sandbox.origin()) == null)
                .filter(sandbox ->
                        sandbox.origin() != null || !tree.of(sandbox.id()).isEmpty())
                .forEach(sandbox -> roots.add(sandbox.id()));
        refs.snapshots().stream()
                .filter(snapshot -> tree.gone(snapshot.sandbox()) && tree.originOf(snapshot.sandbox()) == null)
                .forEach(snapshot -> roots.add(snapshot.sandbox()));
        roots.forEach(root -> tree.sandbox(root, "", ""));
        return tree.columns;
    }

    /// Draws the tree below one sandbox.
    static TextTable of(SnapshotRefs refs, String sandbox, long now) {
        SnapshotTree tree = new SnapshotTree(refs, now);
        tree.sandbox(sandbox, "", "");
        return tree.columns;
    }

    private void sandbox(String id, String mark, String indent) {
        if (!drawn.add(id)) {
            return;
        }
        List<Snapshot> own = of(id);
        columns.row(mark + nameOf(id), stateOf(id), "", "", "", "");
        for (int i = 0; i < own.size(); i++) {
            boolean last = i == own.size() - 1;
            snapshot(own.get(i), indent + (last ? "└─ " : "├─ "), indent + (last ? LAST_STEP : STEP));
        }
    }

    private void snapshot(Snapshot snapshot, String mark, String indent) {
        columns.row(
                mark + snapshot.id(),
                snapshot.name() == null ? "" : snapshot.name(),
                AgeText.words(snapshot.created(), now),
                ByteCount.words(snapshot.size()),
                snapshot.pauseMillis() + " ms",
                note(snapshot));
        List<String> branches = branchesOf(snapshot);
        for (int i = 0; i < branches.size(); i++) {
            boolean last = i == branches.size() - 1;
            sandbox(branches.get(i), indent + (last ? "└─ " : "├─ "), indent + (last ? LAST_STEP : STEP));
        }
    }

    private static String note(Snapshot snapshot) {
        String note = snapshot.note() == null ? "" : snapshot.note();
        return snapshot.automatic() == null ? note : note.isEmpty() ? "automatic" : "automatic, " + note;
    }

    private List<Snapshot> of(String sandbox) {
        return refs.snapshots().stream()
                .filter(snapshot -> snapshot.sandbox().equals(sandbox))
                .toList();
    }

    /// The ids of the branches of a snapshot: existing sandboxes, and deleted ones that left snapshots.
    private List<String> branchesOf(Snapshot origin) {
        Set<String> ids = new LinkedHashSet<>();
        refs.sandboxes().stream()
                .filter(sandbox -> origin.id().equals(sandbox.origin()))
                .forEach(sandbox -> ids.add(sandbox.id()));
        refs.snapshots().stream()
                .map(Snapshot::sandbox)
                .filter(this::gone)
                .filter(sandbox -> origin.equals(originOf(sandbox)))
                .forEach(ids::add);
        return new ArrayList<>(ids);
    }

    /// The origin of a deleted sandbox, if its own snapshots reveal it.
    private @Nullable Snapshot originOf(String sandbox) {
        List<Snapshot> own = of(sandbox);
        Snapshot parent = own.isEmpty() ? null : find(own.getFirst().parent());
        return parent == null || parent.sandbox().equals(sandbox) ? null : parent;
    }

    private @Nullable Snapshot find(@Nullable String id) {
        return refs.snapshots().stream()
                .filter(snapshot -> snapshot.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    private boolean gone(String id) {
        return refs.sandboxes().stream().noneMatch(sandbox -> sandbox.id().equals(id));
    }

    private String nameOf(String id) {
        return refs.sandboxes().stream()
                .filter(sandbox -> sandbox.id().equals(id))
                .map(sandbox -> sandbox.spec().name())
                .findFirst()
                .orElseGet(() -> of(id).isEmpty() ? id : of(id).getLast().sandboxName());
    }

    private String stateOf(String id) {
        return refs.sandboxes().stream()
                .filter(sandbox -> sandbox.id().equals(id))
                .map(SandboxStateText::of)
                .findFirst()
                .orElse("destroyed");
    }
}
