package dev.belljar.app.processes;

import dev.belljar.app.state.ProcessItem;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.StateShape;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.FlowRow;
import dev.belljar.contract.view.ProcessRow;
import java.util.List;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Everything known about one process: command, place, user, connections, files it wrote.
final class ProcessDetails extends ScrollPane {
    private static final int MOST = 12;

    private final UiContext desk;
    private final VBox all = new VBox();
    private final Button close = UiParts.iconButton(Feather.X, "Close the details");

    ProcessDetails(UiContext desk) {
        this.desk = desk;
        getStyleClass().add("details");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setMinWidth(0);
        setPrefWidth(344);
        setContent(all);
        nothing();
    }

    /// Offers to close it while `over` holds.
    void closing(ReadOnlyBooleanProperty over, Runnable shut) {
        close.visibleProperty().bind(over);
        close.managedProperty().bind(over);
        close.setOnAction(e -> shut.run());
    }

    /// No process is chosen.
    void nothing() {
        Label words = UiParts.prose(
                "Choose a process to see its command, its folder, what it connected to and which files it wrote.",
                296,
                "muted");
        VBox.setMargin(words, new Insets(24));
        all.getChildren().setAll(words);
    }

    void show(ProcessItem line, List<ProcessItem> ancestry, List<FlowRow> flows, List<String> files) {
        all.getChildren().setAll(top(line, ancestry), facts(line), connections(flows), files(files));
    }

    private Node top(ProcessItem line, List<ProcessItem> ancestry) {
        HBox title = UiParts.row(
                8,
                UiParts.text(FigureFormat.printable(line.row().comm()), "h2"),
                UiParts.text(Integer.toString(line.row().pid()), "mono", "muted"),
                UiParts.grow(),
                state(line),
                close);
        HBox path = UiParts.row(4);
        List<ProcessItem> near =
                ancestry.size() > 5 ? ancestry.subList(ancestry.size() - 5, ancestry.size()) : ancestry;
        for (ProcessItem at : near) {
            if (!path.getChildren().isEmpty()) {
                path.getChildren().add(Icon.of(Feather.CHEVRON_RIGHT, 12, "faint"));
            }
            boolean self = at.key().equals(line.key());
            Label name = UiParts.cut(FigureFormat.printable(at.row().comm()), "mono", "sm", self ? "plain" : "muted");
            path.getChildren().add(name);
        }
        VBox top = UiParts.column(6, title, path);
        top.setPadding(new Insets(12, 16, 12, 16));
        return top;
    }

    private static Node state(ProcessItem line) {
        if (!line.gone()) {
            Label live = UiParts.tag("running", "ok");
            live.setGraphic(new StateShape(StateShape.Kind.RUNNING, 8));
            return live;
        }
        if (line.unseen()) {
            return UiParts.tag("ended, nobody saw how");
        }
        Label ended = UiParts.tag("ended with " + ExitCell.words(line), line.failed() ? "danger" : "ok");
        ended.setGraphic(Icon.of(line.failed() ? Feather.X : Feather.CHECK, 12));
        return ended;
    }

    private Node facts(ProcessItem line) {
        ProcessRow row = line.row();
        String command = row.argv().isEmpty() ? row.comm() : FigureFormat.command(row.argv());
        Label argv = UiParts.prose(command, 284, "mono", "m12");
        VBox box = new VBox(argv);
        box.getStyleClass().add("sunken-box");
        VBox facts = UiParts.column(4, box);
        VBox.setMargin(box, new Insets(0, 0, 6, 0));
        fact(facts, "Program", row.exe() == null ? "" : row.exe(), true);
        fact(facts, "Folder", row.cwd() == null ? "" : row.cwd(), true);
        fact(facts, "User", user(row.uid()), false);
        fact(facts, "Started", desk.time(row.started()) + ", " + FigureFormat.ago(desk.now() - row.started()), false);
        Long ended = row.ended();
        if (ended != null) {
            fact(facts, "Ended", desk.time(ended) + ", after " + FigureFormat.span(ended - row.started()), false);
        }
        Long rss = row.rss();
        if (rss != null) {
            fact(facts, "Memory", FigureFormat.bytes(rss).toString(), false);
        }
        return section(facts);
    }

    private static void fact(VBox facts, String name, String value, boolean code) {
        if (value.isEmpty()) {
            return;
        }
        Label title = UiParts.text(name, "sm", "faint");
        title.setMinWidth(72);
        title.setPrefWidth(72);
        Label words = UiParts.cut(FigureFormat.printable(value), "sm", code ? "mono" : "plain");
        words.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        facts.getChildren().add(UiParts.row(0, title, UiParts.growing(words)));
    }

    private static String user(int uid) {
        return switch (uid) {
            case 0 -> "root 0";
            case 1000 -> "agent 1000";
            default -> Integer.toString(uid);
        };
    }

    private static Node connections(List<FlowRow> flows) {
        VBox rows = UiParts.column(0, heading("Connections", flows.size()));
        for (FlowRow flow : flows.subList(0, Math.min(MOST, flows.size()))) {
            boolean refused = flow.verdict() == Verdict.REFUSED;
            String name = flow.name() == null ? flow.dst() : flow.name();
            HBox row = UiParts.row(
                    8,
                    Icon.of(refused ? Feather.X : Feather.CHECK, 12, refused ? "danger" : "accent"),
                    UiParts.growing(UiParts.cut(FigureFormat.printable(name), "mono", "m12")),
                    UiParts.text(refused ? "refused" : "allowed", "sm", refused ? "danger" : "muted"));
            row.setMinHeight(24);
            rows.getChildren().add(row);
        }
        return section(rows);
    }

    private static Node files(List<String> files) {
        VBox rows = UiParts.column(0, heading("Files written", files.size()));
        for (String file : files.subList(0, Math.min(MOST, files.size()))) {
            Label path = UiParts.cut(FigureFormat.printable(file), "mono", "m12");
            path.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            HBox row = UiParts.row(8, UiParts.text("W", "mono", "m12", "accent"), UiParts.growing(path));
            row.setMinHeight(22);
            rows.getChildren().add(row);
        }
        return section(rows);
    }

    private static HBox heading(String words, int count) {
        HBox heading = UiParts.row(6, UiParts.text(words, "sm", "semi"), UiParts.count(Integer.toString(count)));
        heading.setPadding(new Insets(0, 0, 6, 0));
        return heading;
    }

    private static VBox section(VBox content) {
        content.getStyleClass().add("details-section");
        return content;
    }
}
