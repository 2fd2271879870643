package dev.belljar.app.ui;

import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.problem.Problem;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The parts that every settings dialog has around its fields: a note, an error message, and the buttons
/// Defaults, Cancel and Save.
public final class SettingsForm {
    private static final Texts TEXTS = Texts.of(SettingsForm.class);

    /// The width of a field, in pixels.
    public static final double FIELD = 112;

    private final Runnable saving;
    private final Label note;
    private final Label problemLabel;
    private final Button save = UiParts.button(TEXTS.get("form.save"), "primary");
    private final Button defaults = UiParts.button(Feather.ROTATE_CCW, TEXTS.get("form.defaults"), "flat");

    /// Creates a form of this width that calls `saving` when Save or Enter is pressed.
    public SettingsForm(double width, Runnable saving) {
        this.saving = saving;
        this.note = UiParts.prose("", width - 2 * DialogFrame.PADDING, "sm", "muted");
        this.problemLabel = UiParts.prose("", width - 2 * DialogFrame.PADDING, "sm", "danger");
        save.setOnAction(e -> saving.run());
        note("");
        say("");
    }

    /// Fills a dialog with `content`, followed by the note, the error message and the buttons.
    public void fill(DialogFrame dialog, Node... content) {
        VBox body = dialog.body(16, content);
        body.getChildren().addAll(note, problemLabel);
        dialog.foot(List.of(defaults), TEXTS.get("form.cancel"), save);
    }

    /// Creates a field that a screen reader announces with this name.
    public TextField field(String name) {
        TextField field = new TextField();
        field.setPrefWidth(FIELD);
        field.setMinWidth(FIELD);
        field.setAccessibleText(name);
        watch(field);
        return field;
    }

    /// Saves on Enter in this field, and clears the error message when its text changes.
    public void watch(TextField field) {
        field.setOnAction(e -> saving.run());
        field.textProperty().addListener((at, was, now) -> say(""));
    }

    /// Creates the row of one setting: its name, its meaning and its field.
    public static HBox setting(String title, String meaning, TextField field) {
        Label label = UiParts.text(title);
        label.setLabelFor(field);
        return UiParts.row(16, UiParts.growing(UiParts.column(0, label, UiParts.text(meaning, "sm", "muted"))), field);
    }

    public Button save() {
        return save;
    }

    public Button defaults() {
        return defaults;
    }

    /// Shows a note below the fields; an empty text hides it.
    public void note(String words) {
        show(note, words);
    }

    /// Shows an error message; an empty text hides it.
    public void say(String words) {
        show(problemLabel, words);
    }

    /// Disables Save while the host agent answers.
    public void waits() {
        say("");
        save.setDisable(true);
    }

    /// Shows an error of the host agent; if `known`, the user may save again.
    public void fail(Problem problem, boolean known) {
        save.setDisable(!known);
        say(ProblemText.all(problem));
    }

    private static void show(Label label, String words) {
        label.setText(words);
        label.setVisible(!words.isEmpty());
        label.setManaged(!words.isEmpty());
    }
}
