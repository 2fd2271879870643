package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.problem.Problem;
import java.util.List;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Shows a problem: what happened, why, what to do next, and a code to copy.
public final class ProblemPane {
    private static final Texts TEXTS = Texts.of(ProblemPane.class);

    private ProblemPane() {}

    /// A remedy for a problem: its title, a sentence about what it does, and the button that starts it.
    public record Remedy(String title, String text, Button button) {}

    /// Creates a screen about a problem with its remedies below each other, the best first, and `foot`
    /// below the code.
    public static Node ways(String title, Problem problem, List<Remedy> ways, Node foot) {
        VBox words =
                UiParts.column(4, UiParts.text(title, "h1"), UiParts.prose(ProblemText.detail(problem), 492, "muted"));
        String hint = ProblemText.hint(problem);
        if (hint != null) {
            words.getChildren().add(UiParts.prose(hint, 492, "muted"));
        }
        return ways(words, ways, code(problem), foot);
    }

    /// Creates the same for a problem of which only this sentence is known.
    public static Node ways(String title, String sentence, List<Remedy> ways, Node foot) {
        return ways(UiParts.column(4, UiParts.text(title, "h1"), UiParts.prose(sentence, 492, "muted")), ways, foot);
    }

    private static Node ways(VBox words, List<Remedy> ways, Node... below) {
        CardPane card = new CardPane();
        for (Remedy way : ways) {
            VBox what =
                    UiParts.column(1, UiParts.text(way.title(), "med"), UiParts.prose(way.text(), 360, "sm", "muted"));
            what.setAlignment(Pos.CENTER_LEFT);
            HBox row = UiParts.row(16, UiParts.growing(what), way.button());
            row.getStyleClass().addAll("rule-row", "way-row");
            card.row(row);
        }
        VBox all = UiParts.column(16, new HBox(12, sign(), words), card);
        all.getChildren().addAll(below);
        all.setMaxSize(536, Region.USE_PREF_SIZE);
        StackPane screen = new StackPane(all);
        screen.setAlignment(Pos.CENTER);
        ScrollPane scroll = new ScrollPane(screen);
        scroll.setFitToWidth(true);
        scroll.setFitToHeight(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        return UiParts.growing(scroll);
    }

    private static StackPane sign() {
        StackPane sign = new StackPane(Icon.of(Feather.X_OCTAGON, 16, "danger"));
        sign.getStyleClass().addAll("mark-box", "large", "danger");
        return sign;
    }

    /// Creates a screen about a problem; `next` are the controls for what to do next, the best first.
    public static Node screen(String title, Problem problem, Node... next) {
        VBox words =
                UiParts.column(4, UiParts.text(title, "h1"), UiParts.prose(ProblemText.detail(problem), 492, "muted"));
        String hint = ProblemText.hint(problem);
        if (hint != null) {
            words.getChildren().add(UiParts.prose(hint, 492, "muted"));
        }
        HBox top = new HBox(12, sign(), words);
        HBox ways = UiParts.row(8, next);
        ways.setStyle("-fx-padding: 0 0 0 44;");
        VBox all = UiParts.column(16, top, ways, code(problem));
        all.setMaxSize(536, Region.USE_PREF_SIZE);
        StackPane screen = new StackPane(all);
        screen.setAlignment(Pos.CENTER);
        return UiParts.growing(screen);
    }

    /// Creates a line with the problem's code and a button that copies the whole problem, whose detail is shown
    /// above it.
    public static HBox code(Problem problem) {
        Button copy = UiParts.button(Feather.COPY, TEXTS.get("problem.copy"), "flat", "small");
        copy.setOnAction(e -> copy(problem));
        HBox box = UiParts.row(8, UiParts.text(problem.code(), "mono", "m12", "danger"), UiParts.grow(), copy);
        box.getStyleClass().add("sunken-box");
        box.setStyle("-fx-padding: 7 8 7 12;");
        return box;
    }

    /// Copies a problem's code, status, detail and hint to the clipboard.
    public static void copy(Problem problem) {
        ClipboardContent content = new ClipboardContent();
        String hint = problem.hint() == null ? "" : "\n" + problem.hint();
        content.putString(
                String.format(Locale.ROOT, "%s (%d)\n%s%s", problem.code(), problem.status(), problem.detail(), hint));
        Clipboard.getSystemClipboard().setContent(content);
    }
}
