package dev.belljar.app.settings;

import dev.belljar.app.drawing.MeterBar;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.sandbox.SandboxSetting;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;

/// One setting: its name, its field, how much of it is in use, and what is said about it.
final class SettingRow extends HBox {
    private static final double NAME = 128;
    private static final double FIELD = 112;
    private static final double METER = 96;

    private final SandboxSetting setting;
    private final SettingsModel model;
    private final TextField field = new TextField();
    private final MeterBar meter = new MeterBar(METER);
    private final Label note = UiParts.cut("", "sm", "muted");
    private boolean drawing;

    /// `edited` runs after each change of the text, `entered` when Enter is pressed.
    SettingRow(SandboxSetting setting, String title, SettingsModel model, Runnable edited, Runnable entered) {
        super(12);
        this.setting = setting;
        this.model = model;
        getStyleClass().add("setting-row");
        Label name = UiParts.text(title);
        name.setPrefWidth(NAME);
        name.setMinWidth(NAME);
        name.setLabelFor(field);
        field.setPrefWidth(FIELD);
        field.setMinWidth(FIELD);
        field.setAccessibleText(title);
        field.getStyleClass().add("setting-" + setting.word());
        field.setOnAction(e -> entered.run());
        field.textProperty().addListener((at, was, now) -> {
            if (!drawing) {
                model.type(setting, now);
                edited.run();
            }
        });
        getChildren().addAll(name, field, meter, UiParts.growing(note));
    }

    TextField field() {
        return field;
    }

    /// Shows the setting as the model has it.
    void show() {
        drawing = true;
        if (!field.getText().equals(model.text(setting))) {
            field.setText(model.text(setting));
        }
        drawing = false;
        field.setDisable(!model.known() || model.fixed(setting));
        double used = model.used(setting);
        meter.setVisible(used >= 0);
        meter.setManaged(used >= 0);
        meter.show(used);
        String complaint = model.complaint(setting).orElse("");
        note.setText(complaint.isEmpty() ? model.note(setting) : complaint);
        field.pseudoClassStateChanged(PseudoClasses.BAD, !complaint.isEmpty());
    }
}
