package dev.belljar.app.snapshots;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import java.util.List;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// Asks for the name and the note of a snapshot, both of which may stay empty.
public final class SnapshotDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(SnapshotDialog.class);
    private static final double WIDTH = 392;
    private static final int MOST = 500;

    private final Consumer<TakeSnapshot> take;
    private final TextField name = field(TEXTS.get("take.name.prompt"));
    private final TextField note = field("");

    private SnapshotDialog(UiContext context, String sandbox, Consumer<TakeSnapshot> take) {
        super(context.overlay(), WIDTH, TEXTS.get("take.title", sandbox));
        this.take = take;
        getStyleClass().add("popover");
        body(
                12,
                UiParts.prose(TEXTS.get("take.about"), WIDTH - 2 * PADDING, "sm", "muted"),
                titled(TEXTS.get("take.name"), name),
                titled(TEXTS.get("take.note"), note));
        Button go = UiParts.button(TEXTS.get("take.go"), "primary");
        go.getStyleClass().add("take");
        go.setOnAction(e -> act());
        foot(List.of(), TEXTS.get("take.cancel"), go);
    }

    /// Opens the dialog below the buttons of the header.
    public static void open(UiContext context, String sandbox, Consumer<TakeSnapshot> take) {
        SnapshotDialog dialog = new SnapshotDialog(context, sandbox, take);
        context.overlay().popover(dialog, Pos.TOP_RIGHT, new Insets(52, 16, 0, 0));
        dialog.name.requestFocus();
    }

    private void act() {
        leave();
        take.accept(new TakeSnapshot(words(name), words(note)));
    }

    private static @Nullable String words(TextField field) {
        String words = field.getText().strip();
        return words.isEmpty() ? null : words.substring(0, Math.min(MOST, words.length()));
    }

    static TextField field(String prompt) {
        TextField field = new TextField();
        field.setPromptText(prompt);
        return field;
    }

    static VBox titled(String title, Region field) {
        Label label = UiParts.text(title, "section");
        label.setLabelFor(field);
        field.setAccessibleText(title);
        return UiParts.column(4, label, field);
    }
}
