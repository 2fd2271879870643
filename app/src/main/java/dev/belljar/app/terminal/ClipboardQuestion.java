package dev.belljar.app.terminal;

import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Parts;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Asks whether a program in a machine may write to the person's clipboard; no is the easy answer.
final class ClipboardQuestion extends VBox {
    ClipboardQuestion(Desk desk, String machine, String words, Runnable copy) {
        getStyleClass().add("dialog-box");
        setPrefWidth(480);
        VBox box = new VBox(Parts.prose(words, 408, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        VBox body = Parts.column(
                12,
                Parts.text("Copy to your clipboard?", "h1"),
                Parts.prose("A program in " + machine + " wants to put this on your clipboard.", 432, "muted"),
                box);
        body.getStyleClass().add("dialog-body");
        Button no = Parts.withKey(Parts.button("Leave it", "flat"), "Esc");
        no.setOnAction(e -> desk.overlay().close());
        Button yes = Parts.button("Copy");
        yes.setOnAction(e -> {
            desk.overlay().close();
            copy.run();
        });
        HBox foot = new HBox(Parts.grow(), no, yes);
        foot.getStyleClass().add("dialog-foot");
        getChildren().addAll(body, foot);
    }
}
