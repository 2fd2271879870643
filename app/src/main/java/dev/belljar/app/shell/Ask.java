package dev.belljar.app.shell;

import dev.belljar.app.look.Overlay;
import dev.belljar.app.look.Parts;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// A question before something that cannot be taken back; keeping things is the easy answer.
final class Ask extends VBox {
    private final HBox foot;

    Ask(Overlay overlay, String title, String sentence, String keep, String act, Runnable action) {
        getStyleClass().add("dialog-box");
        setPrefWidth(480);
        VBox body = Parts.column(8, Parts.text(title, "h1"), Parts.prose(sentence, 432, "muted"));
        body.getStyleClass().add("dialog-body");
        Button no = Parts.withKey(Parts.button(keep, "flat"), "Esc");
        no.setOnAction(e -> overlay.close());
        Button yes = Parts.button(act, "danger-fill");
        yes.setOnAction(e -> {
            overlay.close();
            action.run();
        });
        foot = new HBox(Parts.grow(), no, yes);
        foot.getStyleClass().add("dialog-foot");
        getChildren().addAll(body, foot);
    }

    /// Offers another way too, on the other side.
    Ask or(Overlay overlay, String act, Runnable action) {
        Button other = Parts.button(act, "flat", "danger");
        other.getStyleClass().add("other");
        other.setOnAction(e -> {
            overlay.close();
            action.run();
        });
        foot.getChildren().addFirst(other);
        return this;
    }
}
