package dev.belljar.app.policy;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.PresetLook;
import dev.belljar.app.ui.PseudoClasses;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.PolicyPreset;
import dev.belljar.contract.policy.PolicyView;
import java.util.EnumMap;
import java.util.Map;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;

/// The four network modes side by side with explanations; the mode in force is selected.
final class PresetPane extends VBox {
    private static final Texts TEXTS = Texts.of(PresetPane.class);
    private final PolicyWork work;
    private final Map<PolicyPreset, VBox> choices = new EnumMap<>(PolicyPreset.class);
    private final Label because = UiParts.prose("", 880, "sm", "muted");
    private @Nullable PolicyPreset chosen;

    PresetPane(PolicyWork work) {
        super(8);
        this.work = work;
        HBox row = new HBox(8);
        for (PolicyPreset preset : PolicyPreset.values()) {
            VBox choice = choice(preset);
            choices.put(preset, choice);
            row.getChildren().add(choice);
        }
        getChildren().addAll(UiParts.text(TEXTS.get("preset.title"), "h3"), row, because);
    }

    void show(PolicyView view) {
        chosen = view.problem() == null ? view.preset() : null;
        choices.forEach((preset, choice) -> choice.pseudoClassStateChanged(PseudoClasses.CHOSEN, preset == chosen));
        because.setText(TEXTS.get("preset.because", view.because()));
    }

    private VBox choice(PolicyPreset preset) {
        Label title = UiParts.text(PresetLook.title(preset), "med");
        title.setGraphic(Icon.of(PresetLook.icon(preset), 14, preset == PolicyPreset.OPEN ? "warn" : "accent"));
        title.setGraphicTextGap(6);
        Label sentence = UiParts.prose(PresetLook.sentence(preset), 400, "sm", "muted");
        VBox choice = UiParts.column(6, title, sentence);
        choice.getStyleClass().addAll("preset-choice", "preset-" + RuleSyntax.word(preset));
        choice.setFocusTraversable(true);
        choice.setAccessibleRole(AccessibleRole.RADIO_BUTTON);
        choice.setAccessibleText(TEXTS.get("preset.reader", title.getText(), sentence.getText()));
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

    private void choose(PolicyPreset preset) {
        if (preset != chosen) {
            work.begin(work.commands().preset(work.sandbox(), preset), work.changed());
        }
    }
}
