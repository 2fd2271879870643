package dev.belljar.app.terminal;

import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;

/// Asks whether a page whose address came from a terminal may be opened in the person's own browser.
final class LinkPrompt extends DialogFrame {
    private static final double WIDTH = 480;
    private static final int SHOWN = 240;

    LinkPrompt(UiContext desk, String address, Runnable open) {
        super(desk.overlay(), WIDTH, "Open this page?");
        VBox box = new VBox(
                UiParts.prose(FigureFormat.printable(FigureFormat.middle(address, SHOWN)), 408, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        body(12, UiParts.prose("In your own browser, on this computer and its network.", 432, "muted"), box);
        Button yes = UiParts.button("Open");
        yes.setOnAction(e -> {
            leave();
            open.run();
        });
        foot(List.of(), "Don't open", yes);
    }
}
