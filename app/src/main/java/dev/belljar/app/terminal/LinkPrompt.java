package dev.belljar.app.terminal;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;

/// Asks whether a page whose address came from a terminal may be opened in the host's browser.
final class LinkPrompt extends DialogFrame {
    private static final Texts TEXTS = Texts.of(LinkPrompt.class);
    private static final double WIDTH = 480;
    private static final int SHOWN = 240;

    LinkPrompt(UiContext context, String address, Runnable open) {
        super(context.overlay(), WIDTH, TEXTS.get("link.title"));
        VBox box = new VBox(
                UiParts.prose(FigureFormat.printable(FigureFormat.middle(address, SHOWN)), 408, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        body(12, UiParts.prose(TEXTS.get("link.about"), 432, "muted"), box);
        Button yes = UiParts.button(TEXTS.get("link.yes"));
        yes.setOnAction(e -> {
            leave();
            open.run();
        });
        foot(List.of(), TEXTS.get("link.no"), yes);
    }
}
