package dev.belljar.app.changes;

import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.FileWriter;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The writers of a file: the last one with its ancestors, and the earlier ones.
final class FileWritersPanel extends VBox {
    private static final Texts TEXTS = Texts.of(FileWritersPanel.class);
    private static final int DEEPEST = 6;

    private final UiContext context;

    FileWritersPanel(UiContext context, List<FileWriter> writers, List<ProcessItem> ancestry, Runnable shut) {
        this.context = context;
        getStyleClass().addAll("dialog-box", "writers-panel");
        setMaxSize(424, USE_PREF_SIZE);
        setPrefWidth(424);
        FileWriter last = writers.getFirst();
        HBox title = UiParts.row(
                4,
                UiParts.text(TEXTS.get(last.op()), "semi"),
                UiParts.text(name(last), "mono", "semi"),
                UiParts.grow(),
                UiParts.text(context.time(last.at()), "sm", "muted"));
        VBox top = UiParts.column(2, title, UiParts.prose(TEXTS.get("writer.whole"), 392, "sm", "muted"));
        top.setPadding(new Insets(12, 16, 12, 16));
        getChildren().add(top);
        if (!ancestry.isEmpty()) {
            getChildren().add(tree(ancestry));
        }
        if (writers.size() > 1) {
            getChildren().add(earlier(writers.subList(1, writers.size())));
        }
        var close = UiParts.withKey(UiParts.button(TEXTS.get("writer.close"), "flat", "small"), "Esc");
        close.setOnAction(e -> shut.run());
        HBox foot = new HBox(UiParts.grow(), close);
        foot.getStyleClass().add("details-section");
        getChildren().add(foot);
    }

    /// The process name and pid of a writer.
    static String name(FileWriter writer) {
        return FigureFormat.printable(writer.comm()) + " " + writer.process().pid();
    }

    private Node tree(List<ProcessItem> ancestry) {
        VBox rows = UiParts.column(4);
        List<ProcessItem> near = ancestry.subList(Math.max(0, ancestry.size() - DEEPEST), ancestry.size());
        int depth = 0;
        for (ProcessItem line : near) {
            HBox row = UiParts.row(
                    6,
                    UiParts.text(FigureFormat.printable(line.row().comm()), "mono", "m12", "med"),
                    UiParts.text(Integer.toString(line.row().pid()), "mono", "m12", "muted"),
                    UiParts.growing(UiParts.cut(FigureFormat.command(line.row().argv()), "mono", "m12", "muted")),
                    UiParts.text(context.time(line.row().started()), "sm", "muted"));
            row.setPadding(new Insets(0, 0, 0, depth * 16.0));
            rows.getChildren().add(row);
            depth++;
        }
        rows.getStyleClass().add("details-section");
        return rows;
    }

    private Node earlier(List<FileWriter> writers) {
        VBox rows = UiParts.column(4, UiParts.text(TEXTS.get("writer.earlier"), "sm", "muted"));
        for (FileWriter writer : writers) {
            rows.getChildren()
                    .add(UiParts.row(
                            6,
                            UiParts.text(TEXTS.get(writer.op()), "sm", "muted"),
                            UiParts.growing(UiParts.cut(name(writer), "mono", "m12")),
                            UiParts.text(context.time(writer.at()), "sm", "muted")));
        }
        rows.getStyleClass().add("details-section");
        return rows;
    }
}
