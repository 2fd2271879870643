package dev.belljar.app.ui;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.problem.Problem;
import java.util.Locale;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// How something that went wrong is told: what, why, what next, and a code to copy.
public final class ProblemPane {
    private static final Texts TEXTS = Texts.of(ProblemPane.class);

    private ProblemPane() {}

    /// A whole screen about a problem; `next` are the ways on, the first one the best.
    public static Node screen(String title, Problem problem, Node... next) {
        StackPane sign = new StackPane(Icon.of(Feather.X_OCTAGON, 16, "danger"));
        sign.getStyleClass().addAll("mark-box", "large", "danger");
        VBox words = UiParts.column(4, UiParts.text(title, "h1"), UiParts.prose(problem.detail(), 492, "muted"));
        if (problem.hint() != null) {
            words.getChildren().add(UiParts.prose(problem.hint(), 492, "muted"));
        }
        HBox top = new HBox(12, sign, words);
        HBox ways = UiParts.row(8, next);
        ways.setStyle("-fx-padding: 0 0 0 44;");
        VBox all = UiParts.column(16, top, ways, code(problem));
        all.setMaxSize(536, javafx.scene.layout.Region.USE_PREF_SIZE);
        StackPane screen = new StackPane(all);
        screen.setAlignment(Pos.CENTER);
        return UiParts.growing(screen);
    }

    /// The stable code with a button that copies it with its sentence.
    public static HBox code(Problem problem) {
        Button copy = UiParts.button(Feather.COPY, TEXTS.get("problem.copy"), "flat", "small");
        copy.setOnAction(e -> copy(problem));
        HBox box = UiParts.row(
                8,
                UiParts.text(problem.code(), "mono", "m12", "danger"),
                UiParts.growing(UiParts.cut(oneLine(problem.detail()), "mono", "m12", "faint")),
                copy);
        box.getStyleClass().add("sunken-box");
        box.setStyle("-fx-padding: 7 8 7 12;");
        return box;
    }

    /// Puts a problem's words on the clipboard.
    public static void copy(Problem problem) {
        ClipboardContent content = new ClipboardContent();
        String hint = problem.hint() == null ? "" : "\n" + problem.hint();
        content.putString(
                String.format(Locale.ROOT, "%s (%d)\n%s%s", problem.code(), problem.status(), problem.detail(), hint));
        Clipboard.getSystemClipboard().setContent(content);
    }

    private static String oneLine(String detail) {
        return FigureFormat.printable(detail.replace('\n', ' '));
    }
}
