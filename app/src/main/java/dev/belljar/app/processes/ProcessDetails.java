package dev.belljar.app.processes;

import dev.belljar.app.live.ProcessLine;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.StateShape;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.Flow;
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

    private final Desk desk;
    private final VBox all = new VBox();
    private final Button close = Parts.iconButton(Feather.X, "Close the details");

    ProcessDetails(Desk desk) {
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
        Label words = Parts.prose(
                "Choose a process to see its command, its folder, what it connected to and which files it wrote.",
                296,
                "muted");
        VBox.setMargin(words, new Insets(24));
        all.getChildren().setAll(words);
    }

    void show(ProcessLine line, List<ProcessLine> ancestry, List<Flow> flows, List<String> files) {
        all.getChildren().setAll(top(line, ancestry), facts(line), connections(flows), files(files));
    }

    private Node top(ProcessLine line, List<ProcessLine> ancestry) {
        HBox title = Parts.row(
                8,
                Parts.text(Figures.printable(line.row().comm()), "h2"),
                Parts.text(Integer.toString(line.row().pid()), "mono", "muted"),
                Parts.grow(),
                state(line),
                close);
        HBox path = Parts.row(4);
        List<ProcessLine> near =
                ancestry.size() > 5 ? ancestry.subList(ancestry.size() - 5, ancestry.size()) : ancestry;
        for (ProcessLine at : near) {
            if (!path.getChildren().isEmpty()) {
                path.getChildren().add(Icon.of(Feather.CHEVRON_RIGHT, 12, "faint"));
            }
            boolean self = at.key().equals(line.key());
            Label name = Parts.cut(Figures.printable(at.row().comm()), "mono", "sm", self ? "plain" : "muted");
            path.getChildren().add(name);
        }
        VBox top = Parts.column(6, title, path);
        top.setPadding(new Insets(12, 16, 12, 16));
        return top;
    }

    private static Node state(ProcessLine line) {
        if (!line.gone()) {
            Label live = Parts.tag("running", "ok");
            live.setGraphic(new StateShape(StateShape.Kind.RUNNING, 8));
            return live;
        }
        if (line.unseen()) {
            return Parts.tag("ended, nobody saw how");
        }
        Label ended = Parts.tag("ended with " + ExitCell.words(line), line.failed() ? "danger" : "ok");
        ended.setGraphic(Icon.of(line.failed() ? Feather.X : Feather.CHECK, 12));
        return ended;
    }

    private Node facts(ProcessLine line) {
        ProcessRow row = line.row();
        String command = row.argv().isEmpty() ? row.comm() : Figures.command(row.argv());
        Label argv = Parts.prose(command, 284, "mono", "m12");
        VBox box = new VBox(argv);
        box.getStyleClass().add("sunken-box");
        VBox facts = Parts.column(4, box);
        VBox.setMargin(box, new Insets(0, 0, 6, 0));
        fact(facts, "Program", row.exe() == null ? "" : row.exe(), true);
        fact(facts, "Folder", row.cwd() == null ? "" : row.cwd(), true);
        fact(facts, "User", user(row.uid()), false);
        fact(facts, "Started", desk.time(row.started()) + ", " + Figures.ago(desk.now() - row.started()), false);
        Long ended = row.ended();
        if (ended != null) {
            fact(facts, "Ended", desk.time(ended) + ", after " + Figures.span(ended - row.started()), false);
        }
        Long rss = row.rss();
        if (rss != null) {
            fact(facts, "Memory", Figures.bytes(rss).toString(), false);
        }
        return section(facts);
    }

    private static void fact(VBox facts, String name, String value, boolean code) {
        if (value.isEmpty()) {
            return;
        }
        Label title = Parts.text(name, "sm", "faint");
        title.setMinWidth(72);
        title.setPrefWidth(72);
        Label words = Parts.cut(Figures.printable(value), "sm", code ? "mono" : "plain");
        words.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
        facts.getChildren().add(Parts.row(0, title, Parts.growing(words)));
    }

    private static String user(int uid) {
        return switch (uid) {
            case 0 -> "root 0";
            case 1000 -> "agent 1000";
            default -> Integer.toString(uid);
        };
    }

    private static Node connections(List<Flow> flows) {
        VBox rows = Parts.column(0, heading("Connections", flows.size()));
        for (Flow flow : flows.subList(0, Math.min(MOST, flows.size()))) {
            boolean refused = flow.verdict() == Verdict.REFUSED;
            String name = flow.name() == null ? flow.dst() : flow.name();
            HBox row = Parts.row(
                    8,
                    Icon.of(refused ? Feather.X : Feather.CHECK, 12, refused ? "danger" : "accent"),
                    Parts.growing(Parts.cut(Figures.printable(name), "mono", "m12")),
                    Parts.text(refused ? "refused" : "allowed", "sm", refused ? "danger" : "muted"));
            row.setMinHeight(24);
            rows.getChildren().add(row);
        }
        return section(rows);
    }

    private static Node files(List<String> files) {
        VBox rows = Parts.column(0, heading("Files written", files.size()));
        for (String file : files.subList(0, Math.min(MOST, files.size()))) {
            Label path = Parts.cut(Figures.printable(file), "mono", "m12");
            path.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            HBox row = Parts.row(8, Parts.text("W", "mono", "m12", "accent"), Parts.growing(path));
            row.setMinHeight(22);
            rows.getChildren().add(row);
        }
        return section(rows);
    }

    private static HBox heading(String words, int count) {
        HBox heading = Parts.row(6, Parts.text(words, "sm", "semi"), Parts.count(Integer.toString(count)));
        heading.setPadding(new Insets(0, 0, 6, 0));
        return heading;
    }

    private static VBox section(VBox content) {
        content.getStyleClass().add("details-section");
        return content;
    }
}
