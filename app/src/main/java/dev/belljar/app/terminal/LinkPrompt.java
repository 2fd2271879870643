package dev.belljar.app.terminal;

import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Asks whether a page whose address came from a terminal may be opened in the person's own browser.
final class LinkPrompt extends VBox {
    private static final int SHOWN = 240;

    LinkPrompt(UiContext desk, String address, Runnable open) {
        getStyleClass().add("dialog-box");
        setPrefWidth(480);
        VBox box = new VBox(
                UiParts.prose(FigureFormat.printable(FigureFormat.middle(address, SHOWN)), 408, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        VBox body = UiParts.column(
                12,
                UiParts.text("Open this page?", "h1"),
                UiParts.prose("In your own browser, on this computer and its network.", 432, "muted"),
                box);
        body.getStyleClass().add("dialog-body");
        Button no = UiParts.withKey(UiParts.button("Leave it", "flat"), "Esc");
        no.setOnAction(e -> desk.overlay().close());
        Button yes = UiParts.button("Open");
        yes.setOnAction(e -> {
            desk.overlay().close();
            open.run();
        });
        HBox foot = new HBox(UiParts.grow(), no, yes);
        foot.getStyleClass().add("dialog-foot");
        getChildren().addAll(body, foot);
    }
}
