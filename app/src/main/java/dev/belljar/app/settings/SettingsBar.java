package dev.belljar.app.settings;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The bar at the bottom of the settings: what was changed or is pending, and what can be done about it.
final class SettingsBar extends HBox {
    private static final Texts TEXTS = Texts.of(SettingsBar.class);

    private final Label sentence = UiParts.cut("", "sentence");
    private final Button discard = UiParts.button(TEXTS.get("settings.discard"), "flat");
    private final Button save = UiParts.button("");
    private final Button restart = UiParts.button(TEXTS.get("settings.restart"), "primary");

    SettingsBar(Runnable discarding, Runnable saving, Runnable restarting) {
        super(8);
        getStyleClass().add("settings-bar");
        discard.getStyleClass().add("discard-settings");
        save.getStyleClass().add("save-settings");
        restart.getStyleClass().add("restart-sandbox");
        restart.setGraphic(Icon.of(Feather.ROTATE_CW, 14));
        discard.setOnAction(e -> discarding.run());
        save.setOnAction(e -> saving.run());
        restart.setOnAction(e -> restarting.run());
        getChildren().addAll(UiParts.growing(sentence), discard, save, restart);
    }

    /// Shows what the model offers; `waits` while the host agent answers.
    void show(SettingsModel model, boolean waits) {
        SettingsModel.BarState state = model.bar();
        sentence.setText(model.sentence());
        boolean changed = state == SettingsModel.BarState.CHANGED || state == SettingsModel.BarState.NEEDS_RESTART;
        show(discard, state != SettingsModel.BarState.NOTHING, waits);
        show(save, changed, waits);
        save.setText(TEXTS.get(state == SettingsModel.BarState.CHANGED ? "settings.apply" : "settings.next"));
        boolean restarts = state == SettingsModel.BarState.NEEDS_RESTART || state == SettingsModel.BarState.PENDING;
        show(restart, restarts, waits);
    }

    private static void show(Button button, boolean is, boolean waits) {
        button.setVisible(is);
        button.setManaged(is);
        button.setDisable(waits);
    }
}
