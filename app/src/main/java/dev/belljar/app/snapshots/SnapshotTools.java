package dev.belljar.app.snapshots;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.SegmentedControl;
import dev.belljar.app.ui.UiParts;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The line above the tree: keep this moment, how much there is, and how time is drawn.
final class SnapshotTools extends HBox {
    private static final Texts TEXTS = Texts.of(SnapshotTools.class);

    private final Label count = UiParts.text("", "sm", "semi");
    private final Label noun = UiParts.text("", "sm", "muted");
    private final Label size = UiParts.text("", "sm", "semi");
    private final Label said = UiParts.text("", "sm", "accent");
    private final Button now =
            UiParts.withKey(UiParts.button(Feather.CAMERA, TEXTS.get("tools.take"), "primary"), "Ctrl S");

    SnapshotTools(TreeDrawing tree, Runnable take) {
        getStyleClass().add("tools");
        now.setOnAction(e -> take.run());
        SegmentedControl shape = new SegmentedControl(index -> tree.fold(index == 0));
        shape.with(null, TEXTS.get("tools.compress")).with(null, TEXTS.get("tools.linear"));
        Button out = UiParts.iconButton(Feather.ZOOM_OUT, TEXTS.get("tools.out"));
        out.setOnAction(e -> tree.zoom(false));
        Button in = UiParts.iconButton(Feather.ZOOM_IN, TEXTS.get("tools.in"));
        in.setOnAction(e -> tree.zoom(true));
        HBox counts = UiParts.row(
                4,
                count,
                noun,
                UiParts.text("·", "sm", "muted"),
                size,
                UiParts.text(TEXTS.get("tools.disk"), "sm", "muted"));
        getChildren().addAll(now, said, UiParts.grow(), counts, shape, UiParts.row(0, out, in));
    }

    /// How many snapshots there are, what they take up (bytes), and whether one can be taken now.
    void show(int snapshots, long bytes, boolean running) {
        count.setText(Integer.toString(snapshots));
        noun.setText(TEXTS.get("tools.snapshots", snapshots));
        size.setText(FigureFormat.bytes(bytes).toString());
        now.setDisable(!running);
    }

    /// Says what is waited for.
    void say(String words) {
        said.setText(words);
    }
}
