package dev.belljar.app.ui;

import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// A card: a raised box with a border, of rows with lines between them or of free content below a title.
public class CardPane extends VBox {
    private static final double PADDING = 16;

    /// Creates a card of rows, which reach its edges.
    @SuppressWarnings("this-escape") // only the style is set
    public CardPane() {
        getStyleClass().add("card");
    }

    /// Creates a card whose content has a distance from its edges, and `gap` pixels between its parts.
    @SuppressWarnings("this-escape") // only the style is set
    public CardPane(double gap) {
        super(gap);
        getStyleClass().add("card");
        setPadding(new Insets(PADDING));
    }

    /// Adds a row. Every row but the first has a line above it.
    public final void row(Node row) {
        if (getChildren().isEmpty()) {
            row.getStyleClass().add("first");
        }
        getChildren().add(row);
    }

    /// Replaces all rows.
    public final void rows(List<? extends Node> rows) {
        getChildren().clear();
        rows.forEach(this::row);
    }

    /// Replaces the content by a title, with `end` at its right, and what is below it.
    public final void fill(String title, Node end, Node... below) {
        HBox head = UiParts.row(8, UiParts.text(title, "h2"), UiParts.grow(), end);
        getChildren().setAll(head);
        getChildren().addAll(below);
    }

    /// Creates the foot of a card whose content has its own distance from the edges: a line with its actions.
    public static HBox foot(Node... nodes) {
        HBox foot = UiParts.row(8, nodes);
        foot.getStyleClass().add("card-foot");
        return foot;
    }

    /// Shows the card, or takes no space.
    public final void shown(boolean yes) {
        setVisible(yes);
        setManaged(yes);
    }
}
