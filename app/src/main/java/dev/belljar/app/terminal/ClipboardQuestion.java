package dev.belljar.app.terminal;

import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import javafx.scene.control.Button;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Asks whether a program in a machine may write to the person's clipboard; no is the easy answer.
final class ClipboardQuestion extends VBox {
    private static final int SHOWN = 120;

    /// `words` are what would be copied, whole.
    ClipboardQuestion(Desk desk, String machine, String words, Runnable copy) {
        getStyleClass().add("dialog-box");
        setPrefWidth(480);
        VBox box = new VBox(Parts.prose(shown(words), 408, "mono", "m12"));
        box.getStyleClass().add("sunken-box");
        VBox body = Parts.column(
                12,
                Parts.text("Copy to your clipboard?", "h1"),
                Parts.prose(
                        "A program in %s wants to put this on your clipboard: %s.".formatted(machine, measure(words)),
                        432,
                        "muted"),
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

    // A line end is seen as one: where these words are pasted, it may run them.
    private static String shown(String words) {
        return Figures.printable(Figures.middle(words.replaceAll("\\R", "↵"), SHOWN));
    }

    /// How much it is: `2 lines, 40 characters`.
    static String measure(String words) {
        return Figures.many(words.lines().count(), "line", "lines") + ", "
                + Figures.many(words.codePointCount(0, words.length()), "character", "characters");
    }
}
