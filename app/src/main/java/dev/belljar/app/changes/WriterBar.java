package dev.belljar.app.changes;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.FileWriter;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// A line above a diff with the process that wrote the file last, and a button that shows all writers.
final class WriterBar extends HBox {
    private static final Texts TEXTS = Texts.of(WriterBar.class);

    private final UiContext context;
    private final Label before = UiParts.text("", "sm", "muted");
    private final Label who = UiParts.text("", "mono", "m12", "med");
    private final Label command = UiParts.cut("", "mono", "m12", "muted");
    private final Label when = UiParts.text("", "sm", "muted");
    private final Button more = UiParts.withKey(UiParts.button(Feather.USER, TEXTS.get("writer.who"), "small"), "W");

    WriterBar(UiContext context, Runnable open) {
        this.context = context;
        getStyleClass().add("writer-bar");
        setMinWidth(0);
        more.getStyleClass().add("who");
        more.setOnAction(e -> open.run());
        getChildren().addAll(Icon.of(Feather.USER, 14, "faint"), before, who, UiParts.growing(command), when, more);
    }

    /// Shows the last writer; `ancestry` ends with that process, or is empty if it is unknown.
    void show(List<FileWriter> writers, List<ProcessItem> ancestry) {
        boolean known = !writers.isEmpty();
        before.setText(known ? TEXTS.get(writers.getFirst().op()) : TEXTS.get("writer.unknown"));
        more.setVisible(known);
        more.setManaged(known);
        who.setText(known ? FileWritersPanel.name(writers.getFirst()) : "");
        when.setText(known ? context.time(writers.getFirst().at()) : "");
        command.setText(
                ancestry.isEmpty()
                        ? ""
                        : FigureFormat.command(ancestry.getLast().row().argv()));
    }
}
