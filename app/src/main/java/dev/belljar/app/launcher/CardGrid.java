package dev.belljar.app.launcher;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Pane;

/// Cards in columns at least 320 wide, left to right, all of one width. Cards of a row are equally high.
final class CardGrid extends Pane {
    private static final double GAP = 16;
    private static final double LEAST = 320;

    CardGrid() {
        getStyleClass().add("card-grid");
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

    /// Places the cards (or only measures) and tells the height.
    private double place(double width, boolean move) {
        List<Node> cards = getManagedChildren();
        int columns = Math.max(1, (int) ((width + GAP) / (LEAST + GAP)));
        double column = (width - GAP * (columns - 1)) / columns;
        double y = 0;
        for (int from = 0; from < cards.size(); from += columns) {
            List<Node> row = cards.subList(from, Math.min(cards.size(), from + columns));
            double height =
                    row.stream().mapToDouble(c -> c.prefHeight(column)).max().orElse(0);
            for (int i = 0; move && i < row.size(); i++) {
                double x = i * (column + GAP);
                row.get(i).resizeRelocate(snapPositionX(x), snapPositionY(y), snapSizeX(column), snapSizeY(height));
            }
            y += height + GAP;
        }
        return Math.max(0, y - GAP);
    }
}
