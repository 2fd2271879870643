package dev.belljar.app.snapshots;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiParts;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The toolbar above the tree: the Snapshot button, the number and size of the snapshots, and the time scale.
final class SnapshotTools extends HBox {
    private static final Texts TEXTS = Texts.of(SnapshotTools.class);

    private final Label count = UiParts.text("", "sm", "semi");
    private final Label noun = UiParts.text("", "sm", "muted");
    private final Label size = UiParts.text("", "sm", "semi");
    private final Label selectionLabel = UiParts.text("", "sm", "accent");
    private final Button now =
            UiParts.withKey(UiParts.button(Feather.CAMERA, TEXTS.get("tools.take"), "primary"), "Ctrl S");

    /// `take` takes a snapshot; `settings` shows when snapshots are taken automatically.
    SnapshotTools(TreeDrawing tree, Runnable take, Runnable settings) {
        getStyleClass().add("tools");
        now.setOnAction(e -> take.run());
        SegmentedControl shape = new SegmentedControl(index -> tree.fold(index == 0));
        shape.with(null, TEXTS.get("tools.compress")).with(null, TEXTS.get("tools.linear"));
        Button out = UiParts.iconButton(Feather.ZOOM_OUT, TEXTS.get("tools.out"));
        out.setOnAction(e -> tree.zoom(false));
        Button in = UiParts.iconButton(Feather.ZOOM_IN, TEXTS.get("tools.in"));
        in.setOnAction(e -> tree.zoom(true));
        Button automatic = UiParts.iconButton(Feather.SLIDERS, TEXTS.get("tools.automatic"), "automatic-snapshots");
        automatic.setOnAction(e -> settings.run());
        HBox counts = UiParts.row(
                4,
                count,
                noun,
                UiParts.text("·", "sm", "muted"),
                size,
                UiParts.text(TEXTS.get("tools.disk"), "sm", "muted"));
        getChildren().addAll(now, selectionLabel, UiParts.grow(), counts, shape, UiParts.row(0, out, in), automatic);
    }

    /// Shows the number of snapshots and their size in bytes; `running` enables the Snapshot button.
    void show(int snapshots, long bytes, boolean running) {
        count.setText(Integer.toString(snapshots));
        noun.setText(TEXTS.get("tools.snapshots", snapshots));
        size.setText(FigureFormat.bytes(bytes).toString());
        now.setDisable(!running);
    }

    /// Shows what the user is expected to do.
    void say(String words) {
        selectionLabel.setText(words);
    }
}
