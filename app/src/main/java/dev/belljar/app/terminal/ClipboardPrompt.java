package dev.belljar.app.terminal;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.layout.VBox;

/// Asks whether a program in the guest may write to the host's clipboard. No button is the default; Esc
/// refuses.
final class ClipboardPrompt extends DialogFrame {
    private static final Texts TEXTS = Texts.of(ClipboardPrompt.class);
    private static final double WIDTH = 480;
    private static final int SHOWN = 120;

    /// `words` is the complete text to be copied.
    ClipboardPrompt(UiContext context, String machine, String words, Runnable copy) {
        super(context.overlay(), WIDTH, TEXTS.get("clipboard.title"));
        VBox box = new VBox(UiParts.prose(shown(words), 408, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        body(12, UiParts.prose(TEXTS.get("clipboard.about", machine, measure(words)), 432, "muted"), box);
        Button yes = UiParts.button(TEXTS.get("clipboard.yes"));
        yes.setOnAction(e -> {
            leave();
            copy.run();
        });
        foot(List.of(), TEXTS.get("clipboard.no"), yes);
    }

    // Shows line ends as ↵: pasted into a shell, each of them may run a command.
    private static String shown(String words) {
        return FigureFormat.printable(FigureFormat.middle(words.replaceAll("\\R", "↵"), SHOWN));
    }

    /// The size of the text: `2 lines, 40 characters`.
    static String measure(String words) {
        return TEXTS.get("clipboard.size", words.lines().count(), words.codePointCount(0, words.length()));
    }
}
