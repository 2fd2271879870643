package dev.belljar.app.storage;

import dev.belljar.app.drawing.MeterBar;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.SettingsForm;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.text.DiskSize;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.util.Optional;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;

/// The disk use of one sandbox by part, a bar that compares it with the quota, and a field for its own quota.
final class StorageRow extends VBox {
    private static final Texts TEXTS = Texts.of(StorageRow.class);
    private static final double WORDS = 392;

    private final SandboxStorage shown;
    private final TextField field = new TextField();

    StorageRow(SandboxStorage shown) {
        super(4);
        this.shown = shown;
        double part = StorageModel.share(shown);
        MeterBar meter = new MeterBar(200, part >= 1 ? "danger" : part > 0.8 ? "warn" : "calm");
        meter.show(part);
        meter.setMaxWidth(Double.MAX_VALUE);
        field.setText(shown.own() ? DiskSize.words(shown.quota()) : "");
        field.setPromptText(TEXTS.get("storage.row.quota.prompt"));
        field.setPrefWidth(SettingsForm.FIELD);
        field.setMinWidth(SettingsForm.FIELD);
        field.setAccessibleText(TEXTS.get("storage.row.quota", shown.name()));
        VBox left = UiParts.column(
                4,
                UiParts.row(
                        8,
                        UiParts.text(shown.name(), "med"),
                        UiParts.grow(),
                        UiParts.text(StorageModel.figure(shown), "sm")),
                meter,
                UiParts.prose(StorageModel.parts(shown), WORDS, "sm", part >= 1 ? "danger" : "muted"));
        left.setMinWidth(0);
        getChildren().add(UiParts.row(16, UiParts.growing(left), field));
    }

    TextField field() {
        return field;
    }

    String id() {
        return shown.id();
    }

    /// The quota that the user entered, or an inner empty value for the quota of all sandboxes. The outer
    /// value is empty if nothing was changed.
    ///
    /// @throws IllegalArgumentException if the text is not a size
    Optional<Optional<Long>> task() {
        return StorageModel.ownQuota(shown, field.getText());
    }
}
