package dev.belljar.app.storage;

import dev.belljar.app.drawing.MeterBar;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.SettingsForm;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.DiskSize;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;

/// The disk use of one sandbox by part, a bar that compares it with the quota, and a field for its own quota.
final class StorageRow extends VBox {
    private static final Texts TEXTS = Texts.of(StorageRow.class);
    private static final double WORDS = 392;

    /// The parts of a sandbox that use disk space.
    private enum Part {
        DISK,
        SNAPSHOTS,
        MEMORY,
        OBJECTS,
        JOURNAL
    }

    private final SandboxStorage shown;
    private final TextField field = new TextField();

    StorageRow(SandboxStorage shown) {
        super(4);
        this.shown = shown;
        boolean limited = shown.quota() > 0;
        double part = limited ? (double) shown.used() / shown.quota() : 0;
        MeterBar meter = new MeterBar(200, part >= 1 ? "danger" : part > 0.8 ? "warn" : "calm");
        meter.show(part);
        meter.setMaxWidth(Double.MAX_VALUE);
        String figure = limited
                ? TEXTS.get("storage.row.used", ByteCount.binaryWords(shown.used()), DiskSize.words(shown.quota()))
                : TEXTS.get("storage.row.used.unlimited", ByteCount.binaryWords(shown.used()));
        field.setText(shown.own() ? DiskSize.words(shown.quota()) : "");
        field.setPromptText(TEXTS.get("storage.row.quota.prompt"));
        field.setPrefWidth(SettingsForm.FIELD);
        field.setMinWidth(SettingsForm.FIELD);
        field.setAccessibleText(TEXTS.get("storage.row.quota", shown.name()));
        String words = part >= 1 ? TEXTS.get("storage.row.paused", parts()) : parts();
        VBox left = UiParts.column(
                4,
                UiParts.row(8, UiParts.text(shown.name(), "med"), UiParts.grow(), UiParts.text(figure, "sm")),
                meter,
                UiParts.prose(words, WORDS, "sm", part >= 1 ? "danger" : "muted"));
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
        String typed = field.getText().strip();
        Optional<Long> entered = typed.isEmpty() ? Optional.empty() : Optional.of(DiskSize.read(typed));
        Optional<Long> now = shown.own() ? Optional.of(shown.quota()) : Optional.empty();
        return entered.equals(now) ? Optional.empty() : Optional.of(entered);
    }

    private String parts() {
        Map<Part, Long> bytes = new EnumMap<>(Part.class);
        bytes.put(Part.DISK, shown.disk());
        bytes.put(Part.SNAPSHOTS, shown.snapshots());
        bytes.put(Part.MEMORY, shown.memory());
        bytes.put(Part.OBJECTS, shown.objects());
        bytes.put(Part.JOURNAL, shown.journal());
        bytes.values().removeIf(size -> size <= 0);
        return bytes.isEmpty()
                ? TEXTS.get("storage.row.unused")
                : bytes.entrySet().stream()
                        .map(part -> TEXTS.get(part.getKey(), ByteCount.binaryWords(part.getValue())))
                        .collect(Collectors.joining(" · "));
    }
}
