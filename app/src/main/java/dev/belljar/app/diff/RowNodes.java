package dev.belljar.app.diff;

import dev.belljar.app.diff.HunkHeads.HeadPlace;
import dev.belljar.app.theme.PseudoClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.jspecify.annotations.Nullable;

/// The visible lines of a diff that are nodes: the heads of hunks, and the words of bars. Those that are no longer
/// visible are used again, because new ones would be styled anew.
final class RowNodes extends Pane {
    private final HunkHeads heads;
    private final Map<Integer, Region> shown = new TreeMap<>();
    private final Deque<HeadRow> spareHeads = new ArrayDeque<>();
    private final Deque<Label> spareBars = new ArrayDeque<>();
    private HeadPlace place = HeadPlace.WHOLE;
    private int current = DiffRow.NO_HUNK;

    /// A head with the ground of its row.
    private static final class HeadRow extends StackPane {
        private @Nullable Region head;

        private HeadRow() {
            getStyleClass().add("hunk-row");
            setAlignment(Pos.CENTER_LEFT);
        }

        private void show(Region next) {
            if (!next.equals(head)) {
                head = next;
                getChildren().setAll(next);
            }
        }
    }

    RowNodes(HunkHeads heads) {
        this.heads = heads;
        setManaged(false);
        // Clicks beside the nodes are for the text below.
        setPickOnBounds(false);
    }

    /// Sets what the heads of hunks cover.
    void place(HeadPlace next) {
        place = next;
    }

    /// Sets the current hunk, without drawing its head again.
    void current(int hunk) {
        current = hunk;
    }

    /// Forgets the rows, because there are other ones: their nodes are used for those that are placed next.
    void reset() {
        shown.values().forEach(this::spare);
        shown.clear();
    }

    /// Draws the head of this hunk again if it is visible.
    void update(int row, PaneLine line) {
        if (shown.get(row) instanceof HeadRow head) {
            fill(head, line);
        }
    }

    /// Shows the rows from `first` to `last`; `tops` are their places, pixels.
    void show(List<PaneLine> lines, double[] tops, int first, int last, double top, double width) {
        List<Integer> hidden =
                shown.keySet().stream().filter(row -> row < first || row > last).toList();
        hidden.forEach(row -> spare(shown.remove(row)));
        List<Region> fresh = new ArrayList<>();
        for (int row = first; row <= last; row++) {
            PaneLine line = lines.get(row);
            if (line.isHead() || line.isBar()) {
                Region node = shown.computeIfAbsent(row, _ -> line.isHead() ? head(line, fresh) : bar(line, fresh));
                node.resizeRelocate(0, tops[row] - top, width, line.height());
            }
        }
        getChildren().removeAll(spareHeads);
        getChildren().removeAll(spareBars);
        spareHeads.clear();
        spareBars.clear();
        // They were added too late for the styles of this frame.
        fresh.forEach(Node::applyCss);
    }

    @Override
    protected void layoutChildren() {
        // `show` places the nodes.
    }

    private void spare(@Nullable Region node) {
        if (node instanceof HeadRow head) {
            spareHeads.add(head);
        } else if (node instanceof Label bar) {
            spareBars.add(bar);
        }
    }

    private HeadRow head(PaneLine line, List<Region> fresh) {
        HeadRow known = spareHeads.poll();
        HeadRow row = known == null ? new HeadRow() : known;
        fill(row, line);
        if (known == null) {
            fresh.add(row);
            getChildren().add(row);
        }
        return row;
    }

    private void fill(HeadRow row, PaneLine line) {
        row.pseudoClassStateChanged(PseudoClasses.CHOSEN, line.hunk() == current);
        row.show(heads.head(line.hunk(), place, row.head));
    }

    private Label bar(PaneLine line, List<Region> fresh) {
        Label known = spareBars.poll();
        Label bar = known == null ? new Label() : known;
        bar.setText(line.bar());
        if (known == null) {
            bar.getStyleClass().add("bar-words");
            bar.setMouseTransparent(true);
            fresh.add(bar);
            getChildren().add(bar);
        }
        return bar;
    }
}
