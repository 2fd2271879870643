package dev.belljar.app.policy;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.NetworkModeDisplay;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.NetworkMode;
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
final class NetworkModePane extends VBox {
    private static final Texts TEXTS = Texts.of(NetworkModePane.class);
    private final PolicyWork work;
    private final Map<NetworkMode, VBox> choices = new EnumMap<>(NetworkMode.class);
    private final Label because = UiParts.prose("", 880, "sm", "muted");
    private @Nullable NetworkMode chosen;

    NetworkModePane(PolicyWork work) {
        super(8);
        this.work = work;
        HBox row = new HBox(8);
        for (NetworkMode mode : NetworkMode.values()) {
            VBox choice = choice(mode);
            choices.put(mode, choice);
            row.getChildren().add(choice);
        }
        getChildren().addAll(UiParts.text(TEXTS.get("preset.title"), "h3"), row, because);
    }

    void show(PolicyView view) {
        chosen = view.problem() == null ? view.preset() : null;
        choices.forEach((mode, choice) -> choice.pseudoClassStateChanged(PseudoClasses.CHOSEN, mode == chosen));
        because.setText(TEXTS.get("preset.because", view.because()));
    }

    private VBox choice(NetworkMode mode) {
        Label title = UiParts.text(NetworkModeDisplay.title(mode), "med");
        title.setGraphic(Icon.of(NetworkModeDisplay.icon(mode), 14, mode == NetworkMode.OPEN ? "warn" : "accent"));
        title.setGraphicTextGap(6);
        Label sentence = UiParts.prose(NetworkModeDisplay.sentence(mode), 400, "sm", "muted");
        VBox choice = UiParts.column(6, title, sentence);
        choice.getStyleClass().addAll("preset-choice", "preset-" + RuleSyntax.word(mode));
        choice.setFocusTraversable(true);
        choice.setAccessibleRole(AccessibleRole.RADIO_BUTTON);
        choice.setAccessibleText(TEXTS.get("preset.reader", title.getText(), sentence.getText()));
        choice.setMinWidth(0);
        choice.setPrefWidth(220);
        HBox.setHgrow(choice, Priority.ALWAYS);
        choice.setOnMouseClicked(e -> choose(mode));
        choice.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                choose(mode);
                e.consume();
            }
        });
        return choice;
    }

    private void choose(NetworkMode mode) {
        if (mode != chosen) {
            work.begin(work.actions().policies().networkMode(work.sandbox(), mode), work.changed());
        }
    }
}
