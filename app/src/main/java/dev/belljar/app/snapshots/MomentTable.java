package dev.belljar.app.snapshots;

import dev.belljar.app.look.CellView;
import dev.belljar.app.look.Column;
import dev.belljar.app.look.DenseTable;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Empty;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
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

/// The same snapshots as rows, the newest first.
final class MomentTable {
    private MomentTable() {}

    /// The table; `anchor` tells which moment is being compared, if any.
    static DenseTable<Moment.Taken> of(Desk desk, Supplier<@Nullable String> anchor) {
        DenseTable<Moment.Taken> table = new DenseTable<>(columns(desk, anchor), Moment.Taken::key, m -> false);
        table.placeholder(Empty.screen(
                Feather.CAMERA, "No snapshot yet", "Each one will be a row here and a ring in the tree above."));
        return table;
    }

    private static List<Column<Moment.Taken>> columns(Desk desk, Supplier<@Nullable String> anchor) {
        return List.of(
                new Column<Moment.Taken>("Snapshot", 216, false, () -> new Name(anchor), null)
                        .sorted(Comparator.comparing(Moment.Taken::title)),
                Column.<Moment.Taken>words(
                        "Of", 110, m -> Figures.printable(m.snapshot().sandboxName()), "mono", "m12"),
                Column.<Moment.Taken>words(
                                "Taken", 104, m -> desk.moment(m.snapshot().created()), "sm", "muted")
                        .sorted(Comparator.comparingLong(m -> m.snapshot().created())),
                Column.<Moment.Taken>amount(
                                "Pause",
                                84,
                                m -> new Figures.Amount(
                                        Long.toString(m.snapshot().pauseMillis()), "ms"))
                        .sorted(Comparator.comparingLong(m -> m.snapshot().pauseMillis())),
                Column.<Moment.Taken>amount(
                                "Size", 92, m -> Figures.bytes(m.snapshot().size()))
                        .sorted(Comparator.comparingLong(m -> m.snapshot().size())),
                Column.<Moment.Taken>words("Commit", 84, MomentTable::commit, "mono", "m12", "muted")
                        .from(700),
                Column.<Moment.Taken>words(
                        "Note",
                        0,
                        m -> Figures.printable(
                                Objects.requireNonNullElse(m.snapshot().note(), "")),
                        "sm",
                        "muted"));
    }

    private static String commit(Moment.Taken moment) {
        String commit = moment.snapshot().commit();
        return commit == null ? "" : commit.substring(0, Math.min(7, commit.length()));
    }

    /// Ring and name.
    private static final class Name implements CellView<Moment.Taken> {
        private final Supplier<@Nullable String> anchor;
        private final Region ring = new Region();
        private final Label name = Parts.cut("");
        private final Label tag = Parts.tag("compare", "accent");
        private final HBox box = Parts.row(8, ring, name, tag);

        Name(Supplier<@Nullable String> anchor) {
            this.anchor = anchor;
            ring.getStyleClass().add("moment-ring");
        }

        @Override
        public Node node() {
            return box;
        }

        @Override
        public void show(Moment.Taken moment) {
            name.setText(moment.title());
            name.getStyleClass().removeAll("med", "muted");
            name.getStyleClass().add(moment.named() ? "med" : "muted");
            ring.getStyleClass().remove("quiet");
            if (!moment.named()) {
                ring.getStyleClass().add("quiet");
            }
            boolean compared = moment.key().equals(anchor.get());
            tag.setVisible(compared);
            tag.setManaged(compared);
        }
    }
}
