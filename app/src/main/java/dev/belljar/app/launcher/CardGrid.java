package dev.belljar.app.launcher;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Pane;
import org.jspecify.annotations.Nullable;

/// Cards in columns at least 320 px wide, left to right. All have the same width, except a leading card,
/// which takes two columns. Cards of a row are equally high.
final class CardGrid extends Pane {
    private static final double GAP = 16;
    private static final double LEAST = 320;

    private @Nullable Node lead;

    CardGrid() {
        getStyleClass().add("card-grid");
    }

    /// Sets the card that takes two columns; null for none.
    void lead(@Nullable Node card) {
        lead = card;
    }

    @Override
    protected double computePrefHeight(double width) {
        return place(width <= 0 ? 1168 : width, false);
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }

    @Override
    protected double computePrefWidth(double height) {
        return LEAST;
    }

    @Override
    protected void layoutChildren() {
        place(getWidth(), true);
    }

    /// Places the cards, or only measures them, and returns the total height.
    private double place(double width, boolean move) {
        int columns = Math.max(1, (int) ((width + GAP) / (LEAST + GAP)));
        double column = (width - GAP * (columns - 1)) / columns;
        double y = 0;
        for (List<Node> row : rows(columns)) {
            double height = row.stream()
                    .mapToDouble(c -> c.prefHeight(wide(column, span(c, columns))))
                    .max()
                    .orElse(0);
            double x = 0;
            for (Node card : row) {
                double taken = wide(column, span(card, columns));
                if (move) {
                    card.resizeRelocate(snapPositionX(x), snapPositionY(y), snapSizeX(taken), snapSizeY(height));
                }
                x += taken + GAP;
            }
            y += height + GAP;
        }
        return Math.max(0, y - GAP);
    }

    private List<List<Node>> rows(int columns) {
        List<List<Node>> rows = new ArrayList<>();
        int taken = columns;
        for (Node card : getManagedChildren()) {
            int span = span(card, columns);
            if (taken + span > columns) {
                rows.add(new ArrayList<>());
                taken = 0;
            }
            rows.getLast().add(card);
            taken += span;
        }
        return rows;
    }

    private int span(Node card, int columns) {
        return card.equals(lead) ? Math.min(2, columns) : 1;
    }

    private static double wide(double column, int span) {
        return column * span + GAP * (span - 1);
    }
}
