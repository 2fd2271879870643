package dev.belljar.app.snapshots;

import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Segments;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// The line above the tree: keep this moment, how much there is, and how time is drawn.
final class MomentTools extends HBox {
    private final Label count = Parts.text("", "sm", "semi");
    private final Label noun = Parts.text("snapshots", "sm", "muted");
    private final Label size = Parts.text("", "sm", "semi");
    private final Label said = Parts.text("", "sm", "accent");
    private final Button now = Parts.withKey(Parts.button(Feather.CAMERA, "Snapshot now", "primary"), "Ctrl S");

    MomentTools(TreeDrawing tree, Runnable take) {
        getStyleClass().add("tools");
        now.setOnAction(e -> take.run());
        Segments shape = new Segments(index -> tree.fold(index == 0));
        shape.with(null, "Fold idle time").with(null, "To scale");
        Button out = Parts.iconButton(Feather.ZOOM_OUT, "Show more time");
        out.setOnAction(e -> tree.zoom(false));
        Button in = Parts.iconButton(Feather.ZOOM_IN, "Show less time, larger");
        in.setOnAction(e -> tree.zoom(true));
        HBox counts =
                Parts.row(4, count, noun, Parts.text("·", "sm", "muted"), size, Parts.text("on disk", "sm", "muted"));
        getChildren().addAll(now, said, Parts.grow(), counts, shape, Parts.row(0, out, in));
    }

    /// How many snapshots there are, what they take up (octets), and whether one can be taken now.
    void show(int snapshots, long octets, boolean running) {
        count.setText(Integer.toString(snapshots));
        noun.setText(snapshots == 1 ? "snapshot" : "snapshots");
        size.setText(Figures.bytes(octets).toString());
        now.setDisable(!running);
    }

    /// Says what is waited for.
    void say(String words) {
        said.setText(words);
    }
}
