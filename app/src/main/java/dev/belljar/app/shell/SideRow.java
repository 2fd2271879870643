package dev.belljar.app.shell;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.UiParts;
import javafx.css.PseudoClass;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// A row of the sidebar: an icon, a name, nodes at its end, and a coloured edge while it is selected.
final class SideRow extends StackPane {
    private static final PseudoClass LAST = PseudoClass.getPseudoClass("last");

    private final HBox row;
    private final Node icon;
    private final Label letters = UiParts.text("", "sm", "med");
    private final Label name;
    private final Region edge = new Region();
    private final Region stem = new Region();
    private final Region elbow = new Region();

    SideRow(Feather icon, String words, boolean tall, Runnable action, Node... end) {
        name = UiParts.cut(words, "side-name");
        this.icon = Icon.of(icon);
        row = UiParts.row(8, this.icon, letters, UiParts.growing(name));
        spell(false);
        row.getChildren().addAll(end);
        row.getStyleClass().add("side-row");
        if (tall) {
            row.getStyleClass().add("tall");
        }
        edge.getStyleClass().add("side-edge");
        edge.setVisible(false);
        setAlignment(edge, Pos.CENTER_LEFT);
        setMargin(row, new Insets(0, 8, 0, 8));
        getChildren().addAll(row, edge);
        row.setFocusTraversable(true);
        UiParts.tip(row, words, "");
        row.setAccessibleRole(AccessibleRole.BUTTON);
        row.setAccessibleText(words);
        row.setOnMouseClicked(e -> action.run());
        row.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                action.run();
                e.consume();
            }
        });
    }

    /// Shows these letters instead of the icon while the row is folded.
    void letters(String words) {
        letters.setText(words);
        // As wide as an icon, so that the states of all rows are aligned.
        letters.setMinWidth(16);
    }

    private void spell(boolean spelled) {
        letters.setVisible(spelled);
        letters.setManaged(spelled);
        icon.setVisible(!spelled);
        icon.setManaged(!spelled);
    }

    /// Indents the row below another one, with a line from it.
    void beneath() {
        row.getStyleClass().add("beneath");
        stem.getStyleClass().add("side-stem");
        stem.setMouseTransparent(true);
        elbow.getStyleClass().add("side-elbow");
        elbow.setMouseTransparent(true);
        setAlignment(stem, Pos.TOP_LEFT);
        setAlignment(elbow, Pos.CENTER_LEFT);
        setMargin(stem, new Insets(0, 0, 0, 23));
        setMargin(elbow, new Insets(0, 0, 0, 23));
        getChildren().addAll(stem, elbow);
    }

    /// Changes the name.
    void rename(String words) {
        name.setText(words);
        row.setAccessibleText(words);
    }

    /// Sets whether the line from above ends at this row.
    void last(boolean next) {
        stem.pseudoClassStateChanged(LAST, next);
    }

    /// Marks the row as the current location.
    void choose(boolean chosen) {
        row.pseudoClassStateChanged(PseudoClasses.CHOSEN, chosen);
        edge.setVisible(chosen);
    }

    /// Sets the text for screen readers.
    void describe(String words) {
        row.setAccessibleText(words);
    }

    private static boolean isHeld(Node node) {
        return node.getStyleClass().contains("held");
    }

    /// Shows only the icon or the letters, with the count of what waits, or else the state if the row has one.
    void fold(boolean folded) {
        stem.setVisible(!folded);
        elbow.setVisible(!folded);
        spell(folded && !letters.getText().isEmpty());
        boolean held = row.getChildren().stream().anyMatch(n -> isHeld(n) && n.isVisible());
        row.getChildren().stream().filter(n -> n instanceof StateShape).forEach(n -> {
            n.setVisible(!folded || !held);
            n.setManaged(n.isVisible());
        });
        if (folded) {
            row.getChildren().stream()
                    .skip(2)
                    .filter(n -> !(n instanceof StateShape) && !isHeld(n))
                    .forEach(n -> {
                        n.setVisible(false);
                        n.setManaged(false);
                    });
        } else {
            name.setVisible(true);
            name.setManaged(true);
        }
    }
}
