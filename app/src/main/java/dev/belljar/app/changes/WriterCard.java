package dev.belljar.app.changes;

import dev.belljar.app.live.ProcessLine;
import dev.belljar.app.live.Writer;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.event.FileOp;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Who wrote a file: its last writer with all it was started by, and those that wrote it before.
final class WriterCard extends VBox {
    private static final int DEEPEST = 6;

    private final Desk desk;

    WriterCard(Desk desk, List<Writer> writers, List<ProcessLine> ancestry, Runnable shut) {
        this.desk = desk;
        getStyleClass().addAll("dialog-box", "writer-card");
        setMaxSize(424, USE_PREF_SIZE);
        setPrefWidth(424);
        Writer last = writers.getFirst();
        HBox title = Parts.row(
                4,
                Parts.text(did(last.op()), "semi"),
                Parts.text(name(last), "mono", "semi"),
                Parts.grow(),
                Parts.text(desk.time(last.at()), "sm", "muted"));
        VBox top = Parts.column(
                2, title, Parts.prose("The whole file; which lines are whose is not recorded.", 392, "sm", "muted"));
        top.setPadding(new Insets(12, 16, 12, 16));
        getChildren().add(top);
        if (!ancestry.isEmpty()) {
            getChildren().add(tree(ancestry));
        }
        if (writers.size() > 1) {
            getChildren().add(earlier(writers.subList(1, writers.size())));
        }
        var close = Parts.withKey(Parts.button("Close", "flat", "small"), "Esc");
        close.setOnAction(e -> shut.run());
        HBox foot = new HBox(Parts.grow(), close);
        foot.getStyleClass().add("details-section");
        getChildren().add(foot);
    }

    /// A writer as people know it.
    static String name(Writer writer) {
        return Figures.printable(writer.comm()) + " " + writer.process().pid();
    }

    /// What was done to the file, up to who did it.
    static String did(FileOp op) {
        return switch (op) {
            case CREATE -> "Made by";
            case WRITE -> "Written by";
            case RENAME -> "Put here by";
            case UNLINK, RMDIR -> "Deleted by";
            case MKDIR, LINK, SYMLINK -> "Made by";
            case TRUNCATE -> "Cut short by";
            case CHMOD -> "Mode changed by";
        };
    }

    private Node tree(List<ProcessLine> ancestry) {
        VBox rows = Parts.column(4);
        List<ProcessLine> near = ancestry.subList(Math.max(0, ancestry.size() - DEEPEST), ancestry.size());
        int depth = 0;
        for (ProcessLine line : near) {
            HBox row = Parts.row(
                    6,
                    Parts.text(Figures.printable(line.row().comm()), "mono", "m12", "med"),
                    Parts.text(Integer.toString(line.row().pid()), "mono", "m12", "muted"),
                    Parts.growing(Parts.cut(Figures.command(line.row().argv()), "mono", "m12", "muted")),
                    Parts.text(desk.time(line.row().started()), "sm", "muted"));
            row.setPadding(new Insets(0, 0, 0, depth * 16.0));
            rows.getChildren().add(row);
            depth++;
        }
        rows.getStyleClass().add("details-section");
        return rows;
    }

    private Node earlier(List<Writer> writers) {
        VBox rows = Parts.column(4, Parts.text("Before that", "sm", "muted"));
        for (Writer writer : writers) {
            rows.getChildren()
                    .add(Parts.row(
                            6,
                            Parts.text(did(writer.op()), "sm", "muted"),
                            Parts.growing(Parts.cut(name(writer), "mono", "m12")),
                            Parts.text(desk.time(writer.at()), "sm", "muted")));
        }
        rows.getStyleClass().add("details-section");
        return rows;
    }
}
