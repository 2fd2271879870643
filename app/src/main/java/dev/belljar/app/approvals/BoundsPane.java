package dev.belljar.app.approvals;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The limits of an answer: duration, number of connections, upload, ports, address.
final class BoundsPane extends VBox {
    private static final Texts TEXTS = Texts.of(BoundsPane.class);

    private final AnswerModel model;
    private final Runnable changed;
    private final Label complaint = UiParts.prose("", 600, "sm", "danger");
    private final TextField first;

    BoundsPane(AnswerModel model, Runnable changed) {
        super(6);
        this.model = model;
        this.changed = changed;
        first = new TextField();
        HBox fields = UiParts.row(
                12,
                field(TEXTS.get("bounds.minutes"), first, TEXTS.get("bounds.prompt.never"), model::minutes),
                field(
                        TEXTS.get("bounds.connections"),
                        new TextField(),
                        TEXTS.get("bounds.prompt.unlimited"),
                        model::connections),
                field(TEXTS.get("bounds.upload"), new TextField(), TEXTS.get("bounds.prompt.example"), model::upload),
                field(TEXTS.get("bounds.ports"), new TextField(), TEXTS.get("bounds.prompt.requested"), model::ports),
                field(TEXTS.get("bounds.at"), new TextField(), TEXTS.get("bounds.prompt.requested"), model::at));
        getChildren().addAll(fields, complaint);
        check();
    }

    /// Moves the focus to the first field.
    void enter() {
        first.requestFocus();
    }

    private VBox field(String title, TextField field, String prompt, Consumer<String> set) {
        Label label = UiParts.text(title, "section");
        label.setLabelFor(field);
        field.setAccessibleText(title);
        field.setPromptText(prompt);
        field.setPrefWidth(118);
        field.textProperty().addListener((at, was, now) -> {
            set.accept(now);
            check();
            changed.run();
        });
        return UiParts.column(4, label, field);
    }

    private void check() {
        String words = model.complaint().orElse("");
        complaint.setText(words);
        complaint.setVisible(!words.isEmpty());
        complaint.setManaged(!words.isEmpty());
    }
}
