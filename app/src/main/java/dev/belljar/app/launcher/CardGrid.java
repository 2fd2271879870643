package dev.belljar.app.launcher;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;

/// Cards in columns at least 320 wide, left to right; a wide one takes two columns. Cards of a row are equally high.
final class CardGrid extends Pane {
    private static final double GAP = 16;
    private static final double LEAST = 320;

    /// Makes a card take two columns, or one.
    static void widen(Region card, boolean wide) {
        card.getProperties().put(CardGrid.class, wide);
    }

    CardGrid() {
        getStyleClass().add("card-grid");
    }

    @Override
    protected double computePrefHeight(double width) {
        return place(width <= 0 ? 1168 : width, false);
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
        int columns = Math.max(1, (int) ((width + GAP) / (LEAST + GAP)));
        double column = (width - GAP * (columns - 1)) / columns;
        double y = 0;
        List<Node> row = new ArrayList<>();
        int used = 0;
        for (Node card : getManagedChildren()) {
            int span = Math.min(columns, isWide(card) ? 2 : 1);
            if (used + span > columns) {
                y += row(row, y, column, columns, move) + GAP;
                row.clear();
                used = 0;
            }
            row.add(card);
            used += span;
        }
        return y + row(row, y, column, columns, move);
    }

    private double row(List<Node> cards, double y, double column, int columns, boolean move) {
        double height = 0;
        for (Node card : cards) {
            height = Math.max(height, card.prefHeight(widthOf(card, column, columns)));
        }
        double x = 0;
        for (Node card : cards) {
            double width = widthOf(card, column, columns);
            if (move) {
                card.resizeRelocate(snapPositionX(x), snapPositionY(y), snapSizeX(width), snapSizeY(height));
            }
            x += width + GAP;
        }
        return height;
    }

    private static double widthOf(Node card, double column, int columns) {
        return isWide(card) && columns > 1 ? 2 * column + GAP : column;
    }

    private static boolean isWide(Node card) {
        return Boolean.TRUE.equals(card.getProperties().get(CardGrid.class));
    }
}
