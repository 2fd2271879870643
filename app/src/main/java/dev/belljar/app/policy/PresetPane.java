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
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// The four presets side by side with what each of them means; one holds.
final class PresetPane extends VBox {
    private final PolicyWork work;
    private final ToggleGroup group = new ToggleGroup();
    private final Map<Preset, ToggleButton> choices = new EnumMap<>(Preset.class);
    private final Label because = Parts.prose("", 880, "sm", "muted");

    PresetPane(PolicyWork work) {
        super(8);
        this.work = work;
        HBox row = new HBox(8);
        for (Preset preset : Preset.values()) {
            ToggleButton choice = choice(preset);
            choices.put(preset, choice);
            row.getChildren().add(choice);
        }
        getChildren().addAll(Parts.text("What no rule speaks of", "h3"), row, because);
    }

    void show(PolicyView view) {
        choices.forEach((preset, choice) -> {
            boolean chosen = preset == view.preset() && view.problem() == null;
            choice.setSelected(chosen);
            choice.pseudoClassStateChanged(Pseudo.CHOSEN, chosen);
        });
        because.setText("In force by " + view.because() + ". A choice here is this sandbox's own; a wider layer may let"
                + " it be at most so open.");
    }

    private ToggleButton choice(Preset preset) {
        Label title = Parts.text(PresetLook.title(preset), "med");
        title.setGraphic(Icon.of(PresetLook.icon(preset), 14, preset == Preset.OPEN ? "warn" : "accent"));
        title.setGraphicTextGap(6);
        Label sentence = Parts.prose(PresetLook.sentence(preset), 192, "sm", "muted");
        VBox words = Parts.column(6, title, sentence);
        ToggleButton choice = new ToggleButton(null, words);
        choice.setToggleGroup(group);
        choice.getStyleClass().setAll("preset-choice", "preset-" + RuleWords.word(preset));
        choice.setAccessibleRole(AccessibleRole.RADIO_BUTTON);
        choice.setAccessibleText(title.getText() + ". " + sentence.getText());
        choice.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
        choice.setPrefWidth(220);
        HBox.setHgrow(choice, Priority.ALWAYS);
        choice.setOnAction(e -> work.begin(work.wishes().preset(work.sandbox(), preset), work.changed()));
        return choice;
    }
}
