package dev.belljar.app.storage;

import dev.belljar.app.look.Meter;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.SettingsForm;
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
        Meter meter = new Meter(200, part >= 1 ? "danger" : part > 0.8 ? "warn" : "calm");
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
        VBox words = Parts.column(
                4,
                Parts.row(8, Parts.text(shown.name(), "med"), Parts.grow(), Parts.text(figure, "sm")),
                meter,
                Parts.prose(state + parts(), WORDS, "sm", part >= 1 ? "danger" : "muted"));
        words.setMinWidth(0);
        getChildren().add(Parts.row(16, Parts.growing(words), field));
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
