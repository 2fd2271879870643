package dev.belljar.app.launcher;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import java.util.function.IntConsumer;
import javafx.scene.control.Label;
import javafx.scene.control.Spinner;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// The fields for the limits of a new sandbox.
final class LimitFields extends HBox {
    private static final Texts TEXTS = Texts.of(LimitFields.class);
    private static final double FIELD = 136;
    private static final int LEAST_MEMORY = 256;
    private static final int LEAST_DISK = 1024;

    private final Runnable changed;
    private final Spinner<Integer> memory;
    private final Spinner<Integer> cpus;
    private final Spinner<Integer> disk;

    /// `changed` runs after each change.
    LimitFields(AddModel model, Runnable changed) {
        super(12);
        this.changed = changed;
        memory = size(LEAST_MEMORY, model.most().memoryMiB(), model.memoryMiB(), model::memoryMiB);
        cpus = spinner(1, model.most().cpus(), model.cpus(), 1, model::cpus);
        disk = size(LEAST_DISK, model.most().diskMiB(), model.diskMiB(), model::diskMiB);
        getChildren()
                .setAll(
                        field(TEXTS.get("add.memory"), memory),
                        field(TEXTS.get("add.cpus"), cpus),
                        field(TEXTS.get("add.disk"), disk));
    }

    /// Shows the limits as the model has them.
    void show(AddModel model) {
        memory.getValueFactory().setValue(model.memoryMiB());
        cpus.getValueFactory().setValue(model.cpus());
        disk.getValueFactory().setValue(model.diskMiB());
    }

    /// A field with its title above it.
    static VBox field(String title, Region field) {
        Label label = UiParts.text(title, "section");
        label.setLabelFor(field);
        return UiParts.column(4, label, field);
    }

    private Spinner<Integer> spinner(int least, int most, int now, int step, IntConsumer take) {
        Spinner<Integer> spinner = new Spinner<>(least, Math.max(least, most), now, step);
        spinner.setEditable(true);
        spinner.setPrefWidth(FIELD);
        spinner.valueProperty().addListener((at, was, next) -> {
            take.accept(next == null ? now : next);
            changed.run();
        });
        return spinner;
    }

    /// A field for a size in MiB, which changes in steps of the least value.
    private Spinner<Integer> size(int least, int most, int now, IntConsumer take) {
        Spinner<Integer> spinner = spinner(least, most, now, least, take);
        spinner.getValueFactory().setConverter(new SizeConverter(now));
        return spinner;
    }
}
