package dev.belljar.app.storage;

import dev.belljar.app.ui.MeterBar;
import dev.belljar.app.ui.SettingsForm;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.text.ByteCount;
import dev.belljar.contract.text.DiskSize;
import dev.belljar.contract.view.SandboxStorage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.control.TextField;
import javafx.scene.layout.VBox;

/// One sandbox: what takes how much, a bar of how near its quota it is, and its own quota to be changed.
final class StorageRow extends VBox {
    private static final double WORDS = 392;

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
        String figure =
                ByteCount.binaryWords(shown.used()) + (limited ? " of " + DiskSize.words(shown.quota()) : ", no limit");
        field.setText(shown.own() ? DiskSize.words(shown.quota()) : "");
        field.setPromptText("default");
        field.setPrefWidth(SettingsForm.FIELD);
        field.setMinWidth(SettingsForm.FIELD);
        field.setAccessibleText("Quota of " + shown.name());
        String state = part >= 1 ? "Paused: disk quota. " : "";
        VBox words = UiParts.column(
                4,
                UiParts.row(8, UiParts.text(shown.name(), "med"), UiParts.grow(), UiParts.text(figure, "sm")),
                meter,
                UiParts.prose(state + parts(), WORDS, "sm", part >= 1 ? "danger" : "muted"));
        words.setMinWidth(0);
        getChildren().add(UiParts.row(16, UiParts.growing(words), field));
    }

    TextField field() {
        return field;
    }

    String id() {
        return shown.id();
    }

    /// Its own quota as it is typed, empty for the one of all; nothing when that is what it has.
    ///
    /// @throws IllegalArgumentException when it is no size
    Optional<Optional<Long>> wish() {
        String typed = field.getText().strip();
        Optional<Long> wanted = typed.isEmpty() ? Optional.empty() : Optional.of(DiskSize.read(typed));
        Optional<Long> now = shown.own() ? Optional.of(shown.quota()) : Optional.empty();
        return wanted.equals(now) ? Optional.empty() : Optional.of(wanted);
    }

    private String parts() {
        Map<String, Long> parts = new LinkedHashMap<>();
        parts.put("disk", shown.disk());
        parts.put("snapshots", shown.snapshots());
        parts.put("memory", shown.memory());
        parts.put("git objects", shown.objects());
        parts.put("journal", shown.journal());
        String words = parts.entrySet().stream()
                .filter(part -> part.getValue() > 0)
                .map(part -> part.getKey() + " " + ByteCount.binaryWords(part.getValue()))
                .collect(Collectors.joining(", "));
        return words.isEmpty() ? "Uses nothing yet" : Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }
}
