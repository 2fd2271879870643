package dev.belljar.app.diff;

import dev.belljar.app.diff.DiffRow.LineChange;
import dev.belljar.app.text.Texts;
import java.util.ArrayList;
import java.util.List;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/// A diff, side by side or inline.
public final class DiffView extends HBox {
    private static final Texts TEXTS = Texts.of(DiffView.class);

    private final DiffPane left = new DiffPane(TEXTS.get("diff.before"));
    private final DiffPane right = new DiffPane(TEXTS.get("diff.after"));
    private List<DiffRow> rows = List.of();
    private List<DiffPane.PaneLine> inline = List.of();
    private boolean sideBySide = true;
    private int hunk;

    public DiffView() {
        // Both sides scroll together, so one bar is enough.
        left.withoutScrollBar();
        getStyleClass().add("diff-view");
        left.area().estimatedScrollYProperty().addListener((at, was, now) -> follow(now, right));
        right.area().estimatedScrollYProperty().addListener((at, was, now) -> follow(now, left));
        arrange();
    }

    public void sideBySide(boolean next) {
        sideBySide = next;
        arrange();
    }

    public void show(List<DiffRow> next) {
        rows = next;
        inline = inline(next);
        hunk = 0;
        fill();
    }

    /// The number of hunks.
    public int hunks() {
        return starts().size();
    }

    /// The current hunk, counted from 1; 0 if there is none.
    public int hunk() {
        return hunks() == 0 ? 0 : hunk + 1;
    }

    /// Goes to the next or the previous hunk.
    public void step(int by) {
        List<Integer> starts = starts();
        if (!starts.isEmpty()) {
            hunk = Math.clamp(hunk + by, 0, starts.size() - 1);
            left.reveal(starts.get(hunk));
            right.reveal(starts.get(hunk));
        }
    }

    private static void follow(Double y, DiffPane other) {
        if (Math.abs(other.area().getEstimatedScrollY() - y) > 0.5) {
            other.area().scrollYToPixel(y);
        }
    }

    private void arrange() {
        getChildren().clear();
        if (sideBySide) {
            getChildren().add(half(left));
        }
        getChildren().add(half(right));
        fill();
    }

    private static Region half(DiffPane pane) {
        Region node = (Region) pane.node();
        node.setMinWidth(0);
        node.setPrefWidth(100);
        HBox.setHgrow(node, Priority.ALWAYS);
        return node;
    }

    private void fill() {
        if (sideBySide) {
            left.show(rows.stream()
                    .map(r -> new DiffPane.PaneLine(r.before(), r.bar()))
                    .toList());
            right.show(rows.stream()
                    .map(r -> new DiffPane.PaneLine(r.after(), r.isBar() ? " " : ""))
                    .toList());
        } else {
            right.show(inline);
        }
    }

    /// The rows in inline form: the removed lines of a hunk above its added ones.
    private static List<DiffPane.PaneLine> inline(List<DiffRow> rows) {
        List<DiffPane.PaneLine> lines = new ArrayList<>();
        List<DiffPane.PaneLine> added = new ArrayList<>();
        for (DiffRow row : rows) {
            DiffRow.DiffSide before = row.before();
            DiffRow.DiffSide after = row.after();
            boolean same = row.isBar() || (before != null && before.kind() == LineChange.SAME);
            if (same) {
                lines.addAll(added);
                added.clear();
                lines.add(new DiffPane.PaneLine(after, row.bar()));
                continue;
            }
            if (before != null) {
                lines.add(new DiffPane.PaneLine(before, ""));
            }
            if (after != null) {
                added.add(new DiffPane.PaneLine(after, ""));
            }
        }
        lines.addAll(added);
        return lines;
    }

    private List<Integer> starts() {
        List<Integer> starts = new ArrayList<>();
        boolean inside = false;
        int size = sideBySide ? rows.size() : inline.size();
        for (int i = 0; i < size; i++) {
            boolean change = sideBySide ? changed(rows.get(i)) : changed(inline.get(i));
            if (change && !inside) {
                starts.add(i);
            }
            inside = change;
        }
        return starts;
    }

    private static boolean changed(DiffRow row) {
        DiffRow.DiffSide before = row.before();
        return !row.isBar() && (before == null || before.kind() != LineChange.SAME);
    }

    private static boolean changed(DiffPane.PaneLine line) {
        DiffRow.DiffSide side = line.side();
        return side != null && side.kind() != LineChange.SAME;
    }
}
