package dev.belljar.app.ui;

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

/// What every dialog of settings has around its fields: a note, the word for what is wrong, and the buttons
/// Defaults, Cancel and Save.
public final class SettingsForm {
    private static final Texts TEXTS = Texts.of(SettingsForm.class);

    /// The width of a field.
    public static final double FIELD = 112;

    private final Runnable saving;
    private final Label note;
    private final Label trouble;
    private final Button save = UiParts.button(TEXTS.get("form.save"), "primary");
    private final Button defaults = UiParts.button(Feather.ROTATE_CCW, TEXTS.get("form.defaults"), "flat");

    /// A form of this width that saves when Save or Enter is pressed.
    public SettingsForm(double width, Runnable saving) {
        this.saving = saving;
        this.note = UiParts.prose("", width - 2 * DialogFrame.PADDING, "sm", "muted");
        this.trouble = UiParts.prose("", width - 2 * DialogFrame.PADDING, "sm", "danger");
        save.setOnAction(e -> saving.run());
        note("");
        say("");
    }

    /// Fills a dialog: `content`, then what every form has.
    public void fill(DialogFrame dialog, Node... content) {
        VBox body = dialog.body(16, content);
        body.getChildren().addAll(note, trouble);
        dialog.foot(List.of(defaults), TEXTS.get("form.cancel"), save);
    }

    /// A field that is read out with this name.
    public TextField field(String name) {
        TextField field = new TextField();
        field.setPrefWidth(FIELD);
        field.setMinWidth(FIELD);
        field.setAccessibleText(name);
        watch(field);
        return field;
    }

    /// Saves on Enter in this field, and forgets what was wrong when it is changed.
    public void watch(TextField field) {
        field.setOnAction(e -> saving.run());
        field.textProperty().addListener((at, was, now) -> say(""));
    }

    /// One setting: its name, what it means, and its field.
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

    /// Shows a note under the fields, or none.
    public void note(String words) {
        show(note, words);
    }

    /// Says what is wrong, or nothing.
    public void say(String words) {
        show(trouble, words);
    }

    /// Waits for an answer of the host agent.
    public void waits() {
        say("");
        save.setDisable(true);
    }

    /// The host agent refused; with `known` the person may try again.
    public void fail(Problem problem, boolean known) {
        save.setDisable(!known);
        String hint = problem.hint();
        say(problem.detail() + (hint == null ? "" : " " + hint));
    }

    private static void show(Label label, String words) {
        label.setText(words);
        label.setVisible(!words.isEmpty());
        label.setManaged(!words.isEmpty());
    }
}
