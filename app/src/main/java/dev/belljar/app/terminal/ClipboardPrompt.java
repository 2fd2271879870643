package dev.belljar.app.terminal;

import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Asks whether a program in a machine may write to the person's clipboard; no is the easy answer.
final class ClipboardPrompt extends VBox {
    private static final int SHOWN = 120;

    /// `words` are what would be copied, whole.
    ClipboardPrompt(UiContext desk, String machine, String words, Runnable copy) {
        getStyleClass().add("dialog-box");
        setPrefWidth(480);
        VBox box = new VBox(UiParts.prose(shown(words), 408, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        VBox body = UiParts.column(
                12,
                UiParts.text("Copy to your clipboard?", "h1"),
                UiParts.prose(
                        "A program in %s wants to put this on your clipboard: %s.".formatted(machine, measure(words)),
                        432,
                        "muted"),
                box);
        body.getStyleClass().add("dialog-body");
        Button no = UiParts.withKey(UiParts.button("Leave it", "flat"), "Esc");
        no.setOnAction(e -> desk.overlay().close());
        Button yes = UiParts.button("Copy");
        yes.setOnAction(e -> {
            desk.overlay().close();
            copy.run();
        });
        HBox foot = new HBox(UiParts.grow(), no, yes);
        foot.getStyleClass().add("dialog-foot");
        getChildren().addAll(body, foot);
    }

    // A line end is seen as one: where these words are pasted, it may run them.
    private static String shown(String words) {
        return FigureFormat.printable(FigureFormat.middle(words.replaceAll("\\R", "↵"), SHOWN));
    }

    /// How much it is: `2 lines, 40 characters`.
    static String measure(String words) {
        return FigureFormat.many(words.lines().count(), "line", "lines") + ", "
                + FigureFormat.many(words.codePointCount(0, words.length()), "character", "characters");
    }
}
