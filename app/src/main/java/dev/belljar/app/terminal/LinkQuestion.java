package dev.belljar.app.terminal;

import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Asks whether a page whose address came from a terminal may be opened in the person's own browser.
final class LinkQuestion extends VBox {
    private static final int SHOWN = 240;

    LinkQuestion(Desk desk, String address, Runnable open) {
        getStyleClass().add("dialog-box");
        setPrefWidth(480);
        VBox box = new VBox(Parts.prose(Figures.printable(Figures.middle(address, SHOWN)), 408, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        VBox body = Parts.column(
                12,
                Parts.text("Open this page?", "h1"),
                Parts.prose("In your own browser, on this computer and its network.", 432, "muted"),
                box);
        body.getStyleClass().add("dialog-body");
        Button no = Parts.withKey(Parts.button("Leave it", "flat"), "Esc");
        no.setOnAction(e -> desk.overlay().close());
        Button yes = Parts.button("Open");
        yes.setOnAction(e -> {
            desk.overlay().close();
            open.run();
        });
        HBox foot = new HBox(Parts.grow(), no, yes);
        foot.getStyleClass().add("dialog-foot");
        getChildren().addAll(body, foot);
    }
}
