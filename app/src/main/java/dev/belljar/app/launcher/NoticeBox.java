package dev.belljar.app.launcher;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.ui.UiParts;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A box with an icon, a title, a sentence and further nodes below it.
final class NoticeBox extends HBox {
    private static final double PROSE = 360;

    /// `style` is that of the icon: `ok`, `warn` or `danger`.
    NoticeBox(Feather icon, String style, String title, String sentence, Node... more) {
        super(12);
        StackPane sign = new StackPane(Icon.of(icon, 14, style));
        sign.getStyleClass().addAll("mark-box", style);
        VBox words = UiParts.column(2, UiParts.text(title, "med"), UiParts.prose(sentence, PROSE, "sm", "muted"));
        for (Node one : more) {
            VBox.setMargin(one, new Insets(6, 0, 0, 0));
            words.getChildren().add(one);
        }
        getChildren().setAll(sign, words);
        getStyleClass().add("sunken-box");
        setStyle("-fx-padding: 12;");
    }
}
