package dev.belljar.app.snapshots;

import dev.belljar.app.table.CellView;
import dev.belljar.app.table.DenseTable;
import dev.belljar.app.table.TableColumnSpec;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.EmptyState;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The snapshots as rows of a table, the newest first.
final class SnapshotTable {
    private static final Texts TEXTS = Texts.of(SnapshotTable.class);

    private SnapshotTable() {}

    /// The table; `anchor` supplies the key of the node that is being compared, or null.
    static DenseTable<TreeNode.SnapshotNode> of(UiContext context, Supplier<@Nullable String> anchor) {
        DenseTable<TreeNode.SnapshotNode> table =
                new DenseTable<>(columns(context, anchor), TreeNode.SnapshotNode::key, m -> false);
        table.placeholder(
                EmptyState.screen(Feather.CAMERA, TEXTS.get("table.empty.title"), TEXTS.get("table.empty.text")));
        return table;
    }

    private static List<TableColumnSpec<TreeNode.SnapshotNode>> columns(
            UiContext context, Supplier<@Nullable String> anchor) {
        return List.of(
                new TableColumnSpec<TreeNode.SnapshotNode>(
                                TEXTS.get("table.column.snapshot"), 216, false, () -> new NameCell(anchor), null)
                        .sorted(Comparator.comparing(TreeNode.SnapshotNode::title)),
                TableColumnSpec.<TreeNode.SnapshotNode>words(
                        TEXTS.get("table.column.sandbox"),
                        110,
                        m -> FigureFormat.printable(m.snapshot().sandboxName()),
                        "mono",
                        "m12"),
                TableColumnSpec.<TreeNode.SnapshotNode>words(
                                TEXTS.get("table.column.taken"),
                                104,
                                m -> context.dateTime(m.snapshot().created()),
                                "sm",
                                "muted")
                        .sorted(Comparator.comparingLong(m -> m.snapshot().created())),
                TableColumnSpec.<TreeNode.SnapshotNode>amount(
                                TEXTS.get("table.column.pause"),
                                84,
                                m -> new FigureFormat.FormattedAmount(
                                        Long.toString(m.snapshot().pauseMillis()), TEXTS.get("table.milliseconds")))
                        .sorted(Comparator.comparingLong(m -> m.snapshot().pauseMillis())),
                TableColumnSpec.<TreeNode.SnapshotNode>amount(
                                TEXTS.get("table.column.size"),
                                92,
                                m -> FigureFormat.bytes(m.snapshot().size()))
                        .sorted(Comparator.comparingLong(m -> m.snapshot().size())),
                TableColumnSpec.<TreeNode.SnapshotNode>words(
                                TEXTS.get("table.column.commit"), 84, SnapshotTable::commit, "mono", "m12", "muted")
                        .from(700),
                TableColumnSpec.<TreeNode.SnapshotNode>words(
                        TEXTS.get("table.column.note"),
                        0,
                        m -> FigureFormat.printable(
                                Objects.requireNonNullElse(m.snapshot().note(), "")),
                        "sm",
                        "muted"));
    }

    private static String commit(TreeNode.SnapshotNode snapshotNode) {
        String commit = snapshotNode.snapshot().commit();
        return commit == null ? "" : commit.substring(0, Math.min(7, commit.length()));
    }

    /// The cell with ring and name.
    private static final class NameCell implements CellView<TreeNode.SnapshotNode> {
        private final Supplier<@Nullable String> anchor;
        private final Region ring = new Region();
        private final Label name = UiParts.cut("");
        private final Label tag = UiParts.tag(TEXTS.get("table.compared"), "accent");
        private final HBox box = UiParts.row(8, ring, name, tag);

        NameCell(Supplier<@Nullable String> anchor) {
            this.anchor = anchor;
            ring.getStyleClass().add("snapshot-ring");
        }

        @Override
        public Node node() {
            return box;
        }

        @Override
        public void show(TreeNode.SnapshotNode snapshotNode) {
            name.setText(snapshotNode.title());
            name.getStyleClass().removeAll("med", "muted");
            name.getStyleClass().add(snapshotNode.named() ? "med" : "muted");
            ring.getStyleClass().remove("quiet");
            if (!snapshotNode.named()) {
                ring.getStyleClass().add("quiet");
            }
            boolean compared = snapshotNode.key().equals(anchor.get());
            tag.setVisible(compared);
            tag.setManaged(compared);
        }
    }
}
