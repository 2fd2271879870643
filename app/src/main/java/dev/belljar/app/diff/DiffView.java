package dev.belljar.app.diff;

import dev.belljar.app.diff.DiffRow.DiffSide;
import dev.belljar.app.diff.DiffRow.LineChange;
import dev.belljar.app.diff.HunkHeads.HeadPlace;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.Theme;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import org.jspecify.annotations.Nullable;

/// A diff, side by side or inline, with one scroll bar for each direction.
public final class DiffView extends HBox {
    private static final Texts TEXTS = Texts.of(DiffView.class);

    private final DiffPane left;
    private final DiffPane right;
    private List<DiffRow> rows = List.of();
    private List<PaneLine> inline = List.of();
    private boolean sideBySide = true;
    private boolean following;
    private int hunk;

    /// A diff without heads.
    public DiffView(ReadOnlyObjectProperty<Theme> theme) {
        this(theme, (hunk, place, used) -> new Region());
    }

    /// A diff with these heads above its hunks.
    public DiffView(ReadOnlyObjectProperty<Theme> theme, HunkHeads heads) {
        left = new DiffPane(TEXTS.get("diff.before"), theme, heads);
        right = new DiffPane(TEXTS.get("diff.after"), theme, heads);
        // Both sides scroll together, so one bar is enough.
        left.withoutScrollBar();
        getStyleClass().add("diff-view");
        left.onScrolled(() -> follow(left, right));
        right.onScrolled(() -> follow(right, left));
        arrange();
    }

    public void sideBySide(boolean next) {
        sideBySide = next;
        arrange();
        // Another form has other rows, of which none is measured yet: it begins at the first one.
        left.top();
        right.top();
    }

    /// Shows other rows, from the first one.
    public void show(List<DiffRow> next) {
        replace(next);
        left.top();
        right.top();
    }

    /// Shows other rows of the same file, without scrolling to the first one.
    public void replace(List<DiffRow> next) {
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

    /// Marks the head of this hunk.
    public void current(int number) {
        left.current(number);
        right.current(number);
    }

    /// Scrolls to the head of this hunk.
    public void reveal(int number) {
        int row = right.row(number);
        if (row >= 0) {
            right.revealHead(row);
        }
    }

    private void follow(DiffPane moved, DiffPane other) {
        if (sideBySide && !following) {
            following = true;
            other.scroll(moved.scrollX(), moved.scrollY());
            following = false;
        }
    }

    private void arrange() {
        getChildren().clear();
        if (sideBySide) {
            getChildren().add(half(left));
        }
        getChildren().add(half(right));
        left.place(HeadPlace.LEFT);
        right.place(sideBySide ? HeadPlace.RIGHT : HeadPlace.WHOLE);
        fill();
    }

    private static Region half(DiffPane pane) {
        pane.setMinWidth(0);
        pane.setPrefWidth(100);
        HBox.setHgrow(pane, Priority.ALWAYS);
        return pane;
    }

    private void fill() {
        if (!sideBySide) {
            right.show(inline);
            right.reach(right.longest(), true);
            return;
        }
        left.show(rows.stream().map(row -> line(row, row.before(), row.bar())).toList());
        right.show(rows.stream()
                .map(row -> line(row, row.after(), row.isBar() ? " " : ""))
                .toList());
        // The side with the longer lines has the bar; the other one follows it.
        boolean there = left.longest() <= right.longest();
        double longest = Math.max(left.longest(), right.longest());
        right.reach(longest, there);
        left.reach(longest, !there);
    }

    private static PaneLine line(DiffRow row, @Nullable DiffSide side, String bar) {
        if (row.isHead()) {
            return PaneLine.head(row.hunk());
        }
        return row.isBar() ? PaneLine.bar(bar) : PaneLine.line(side);
    }

    /// The rows in inline form: the removed lines of a hunk above its added ones.
    private static List<PaneLine> inline(List<DiffRow> rows) {
        List<PaneLine> lines = new ArrayList<>();
        List<PaneLine> added = new ArrayList<>();
        for (DiffRow row : rows) {
            DiffSide before = row.before();
            DiffSide after = row.after();
            if (row.isHead() || row.isBar() || row.isSame()) {
                lines.addAll(added);
                added.clear();
            }
            if (row.isHead() || row.isBar()) {
                lines.add(line(row, null, row.bar()));
            } else if (before != null && after != null && row.isSame()) {
                lines.add(PaneLine.line(after, before.number(), after.number()));
            } else {
                if (before != null) {
                    lines.add(PaneLine.line(before, before.number(), 0));
                }
                if (after != null) {
                    added.add(PaneLine.line(after, 0, after.number()));
                }
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
        return !row.isBar() && !row.isHead() && !row.isSame();
    }

    private static boolean changed(PaneLine line) {
        DiffSide side = line.side();
        return side != null && side.kind() != LineChange.SAME;
    }
}
