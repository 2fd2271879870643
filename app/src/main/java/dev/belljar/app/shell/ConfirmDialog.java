package dev.belljar.app.shell;

import dev.belljar.app.ui.DialogLayer;
import dev.belljar.app.ui.UiParts;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// A question before something that cannot be taken back; keeping things is the easy answer.
final class ConfirmDialog extends VBox {
    private final HBox foot;

    ConfirmDialog(DialogLayer overlay, String title, String sentence, String keep, String act, Runnable action) {
        getStyleClass().add("dialog-box");
        setPrefWidth(480);
        VBox body = UiParts.column(8, UiParts.text(title, "h1"), UiParts.prose(sentence, 432, "muted"));
        body.getStyleClass().add("dialog-body");
        Button no = UiParts.withKey(UiParts.button(keep, "flat"), "Esc");
        no.setOnAction(e -> overlay.close());
        Button yes = UiParts.button(act, "danger-fill");
        yes.setOnAction(e -> {
            overlay.close();
            action.run();
        });
        foot = new HBox(UiParts.grow(), no, yes);
        foot.getStyleClass().add("dialog-foot");
        getChildren().addAll(body, foot);
    }

    /// Offers another way too, on the other side.
    ConfirmDialog or(DialogLayer overlay, String act, Runnable action) {
        Button other = UiParts.button(act, "flat", "danger");
        other.getStyleClass().add("other");
        other.setOnAction(e -> {
            overlay.close();
            action.run();
        });
        foot.getChildren().addFirst(other);
        return this;
    }
}
