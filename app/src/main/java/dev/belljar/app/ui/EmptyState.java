package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.text.TextAlignment;
import org.kordamp.ikonli.feather.Feather;

/// The content of a screen without data: what will appear on it, and the next step.
public final class EmptyState {
    private EmptyState() {}

    /// Creates a screen with an icon, a title, a sentence and buttons.
    public static Node screen(Feather icon, String title, String sentence, Node... actions) {
        return screen(ring(icon), title, sentence, actions);
    }

    /// Creates the same with any node as the picture.
    public static Node screen(Node picture, String title, String sentence, Node... actions) {
        var words = UiParts.prose(sentence, 420, "muted");
        words.setTextAlignment(TextAlignment.CENTER);
        // A sentence of one line is narrower than its label.
        words.setAlignment(Pos.CENTER);
        HBox row = UiParts.row(8, actions);
        row.setAlignment(Pos.CENTER);
        VBox all = UiParts.column(8, picture, UiParts.text(title, "h1"), words);
        all.setAlignment(Pos.CENTER);
        VBox.setMargin(picture, new javafx.geometry.Insets(0, 0, 16, 0));
        if (actions.length > 0) {
            all.getChildren().add(row);
            VBox.setMargin(row, new javafx.geometry.Insets(12, 0, 0, 0));
        }
        all.setStyle("-fx-padding: 0 0 24 0;");
        return UiParts.growing(new StackPane(all));
    }

    private static Node ring(Feather icon) {
        StackPane ring = new StackPane(Icon.of(icon, 22, "accent"));
        ring.getStyleClass().add("empty-ring");
        return ring;
    }
}
