package dev.belljar.app.policy;

import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.PresetLook;
import dev.belljar.app.look.Pseudo;
import dev.belljar.contract.policy.PolicyView;
import dev.belljar.contract.policy.Preset;
import java.util.EnumMap;
import java.util.Map;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// The four presets side by side with what each of them means; one holds.
final class PresetPane extends VBox {
    private final PolicyWork work;
    private final Map<Preset, VBox> choices = new EnumMap<>(Preset.class);
    private final Label because = Parts.prose("", 880, "sm", "muted");
    private @Nullable Preset chosen;

    PresetPane(PolicyWork work) {
        super(8);
        this.work = work;
        HBox row = new HBox(8);
        for (Preset preset : Preset.values()) {
            VBox choice = choice(preset);
            choices.put(preset, choice);
            row.getChildren().add(choice);
        }
        getChildren().addAll(Parts.text("Connections that no rule covers", "h3"), row, because);
    }

    void show(PolicyView view) {
        chosen = view.problem() == null ? view.preset() : null;
        choices.forEach((preset, choice) -> choice.pseudoClassStateChanged(Pseudo.CHOSEN, preset == chosen));
        because.setText("Chosen by " + view.because()
                + ". A choice here applies to this sandbox only; a wider layer may allow less.");
    }

    private VBox choice(Preset preset) {
        Label title = Parts.text(PresetLook.title(preset), "med");
        title.setGraphic(Icon.of(PresetLook.icon(preset), 14, preset == Preset.OPEN ? "warn" : "accent"));
        title.setGraphicTextGap(6);
        Label sentence = Parts.prose(PresetLook.sentence(preset), 400, "sm", "muted");
        VBox choice = Parts.column(6, title, sentence);
        choice.getStyleClass().addAll("preset-choice", "preset-" + RuleWords.word(preset));
        choice.setFocusTraversable(true);
        choice.setAccessibleRole(AccessibleRole.RADIO_BUTTON);
        choice.setAccessibleText(title.getText() + ". " + sentence.getText());
        choice.setMinWidth(0);
        choice.setPrefWidth(220);
        HBox.setHgrow(choice, Priority.ALWAYS);
        choice.setOnMouseClicked(e -> choose(preset));
        choice.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                choose(preset);
                e.consume();
            }
        });
        return choice;
    }

    private void choose(Preset preset) {
        if (preset != chosen) {
            work.begin(work.wishes().preset(work.sandbox(), preset), work.changed());
        }
    }
}
