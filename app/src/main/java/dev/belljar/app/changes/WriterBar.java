package dev.belljar.app.changes;

import dev.belljar.app.live.ProcessLine;
import dev.belljar.app.live.Writer;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// A line over a diff: which process wrote this file last, and a button that tells all of it.
final class WriterBar extends HBox {
    private final Desk desk;
    private final Label before = Parts.text("", "sm", "muted");
    private final Label who = Parts.text("", "mono", "m12", "med");
    private final Label command = Parts.cut("", "mono", "m12", "muted");
    private final Label when = Parts.text("", "sm", "muted");
    private final Button more = Parts.withKey(Parts.button(Feather.USER, "Who wrote this", "small"), "W");

    WriterBar(Desk desk, Runnable open) {
        this.desk = desk;
        getStyleClass().add("writer-bar");
        setMinWidth(0);
        more.getStyleClass().add("who");
        more.setOnAction(e -> open.run());
        getChildren().addAll(Icon.of(Feather.USER, 14, "faint"), before, who, Parts.growing(command), when, more);
    }

    /// Shows the last writer; `ancestry` ends with it, or is empty when no more is known of it.
    void show(List<Writer> writers, List<ProcessLine> ancestry) {
        boolean known = !writers.isEmpty();
        before.setText(
                known
                        ? WriterCard.did(writers.getFirst().op())
                        : "Who wrote this was not seen since this window" + " opened");
        more.setVisible(known);
        more.setManaged(known);
        who.setText(known ? WriterCard.name(writers.getFirst()) : "");
        when.setText(known ? desk.time(writers.getFirst().at()) : "");
        command.setText(
                ancestry.isEmpty()
                        ? ""
                        : Figures.command(ancestry.getLast().row().argv()));
    }
}
