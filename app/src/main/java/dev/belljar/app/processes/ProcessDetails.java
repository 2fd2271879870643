package dev.belljar.app.processes;

import dev.belljar.app.action.ProcessActions;
import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Everything known about one process: command, folder, user, connections, and files it wrote.
final class ProcessDetails extends ScrollPane {
    private static final Texts TEXTS = Texts.of(ProcessDetails.class);
    private static final int MOST = 12;
    private static final int NAMES = 60;
    private static final int LONG = 200;

    /// Actions on the process.
    interface DetailActions {
        void connections();

        void decide(Approval approval);

        void pause(boolean now);

        void end();

        void inspect();
    }

    /// One process with all known data. `inside` is null until the user requests it; `problem` says why it
    /// could not be read.
    record ProcessFacts(
            ProcessItem line,
            List<ProcessItem> ancestry,
            List<FlowRow> flows,
            List<String> written,
            Optional<Approval> approval,
            boolean paused,
            ProcessActions.@Nullable ProcessResources inside,
            String problem) {}

    private final UiContext context;
    private final VBox all = new VBox();
    private final Button close = UiParts.iconButton(Feather.X, TEXTS.get("details.close"));

    ProcessDetails(UiContext context) {
        this.context = context;
        getStyleClass().add("details");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setMinWidth(0);
        setPrefWidth(344);
        setContent(all);
        nothing();
    }

    /// Shows the close button while `over` is true.
    void closing(ReadOnlyBooleanProperty over, Runnable shut) {
        close.visibleProperty().bind(over);
        close.managedProperty().bind(over);
        close.setOnAction(e -> shut.run());
    }

    /// Shows a message that no process is selected.
    void nothing() {
        Label words = UiParts.prose(TEXTS.get("details.none"), 296, "muted");
        VBox.setMargin(words, new Insets(24));
        all.getChildren().setAll(words);
    }

    void show(ProcessFacts facts, DetailActions detailActions) {
        all.getChildren()
                .setAll(
                        top(facts, detailActions),
                        facts(facts.line()),
                        connections(facts, detailActions),
                        files(facts.written()),
                        inside(facts, detailActions));
    }

    private Node top(ProcessFacts facts, DetailActions detailActions) {
        ProcessItem line = facts.line();
        List<ProcessItem> ancestry = facts.ancestry();
        HBox title = UiParts.row(
                8,
                UiParts.text(FigureFormat.printable(line.row().comm()), "h2"),
                UiParts.text(Integer.toString(line.row().pid()), "mono", "muted"),
                UiParts.grow(),
                state(facts),
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
        VBox top = UiParts.column(8, title, path);
        if (ProcessActions.reachable(line.row())) {
            top.getChildren().add(buttons(facts, detailActions));
        }
        top.setPadding(new Insets(12, 16, 12, 16));
        return top;
    }

    private static HBox buttons(ProcessFacts facts, DetailActions detailActions) {
        boolean paused = facts.paused();
        Button pause = UiParts.button(
                paused ? Feather.PLAY : Feather.PAUSE, TEXTS.get(paused ? "details.resume" : "details.pause"), "small");
        pause.getStyleClass().add("pause-process");
        pause.setOnAction(e -> detailActions.pause(!paused));
        Button end = UiParts.button(Feather.X_CIRCLE, TEXTS.get("details.end"), "small", "dangerous");
        end.getStyleClass().add("end-button");
        end.setOnAction(e -> detailActions.end());
        return UiParts.row(8, pause, end);
    }

    private static Node state(ProcessFacts facts) {
        ProcessItem line = facts.line();
        if (facts.approval().isPresent()) {
            Label waits = UiParts.tag(TEXTS.get("details.waits"), "held");
            waits.setGraphic(new StateShape(StateShape.ShapeKind.HELD, 8));
            return waits;
        } else if (facts.paused()) {
            return UiParts.tag(TEXTS.get("details.paused"));
        } else if (!line.gone()) {
            Label live = UiParts.tag(TEXTS.get("details.running"), "ok");
            live.setGraphic(new StateShape(StateShape.ShapeKind.RUNNING, 8));
            return live;
        }
        if (line.unseen()) {
            return UiParts.tag(TEXTS.get("details.exited.unknown"));
        }
        Label ended = UiParts.tag(TEXTS.get("details.exited", ExitCell.words(line)), line.failed() ? "danger" : "ok");
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
        fact(facts, TEXTS.get("details.fact.program"), row.exe() == null ? "" : row.exe(), true);
        fact(facts, TEXTS.get("details.fact.folder"), row.cwd() == null ? "" : row.cwd(), true);
        fact(facts, TEXTS.get("details.fact.user"), user(row.uid()), false);
        fact(
                facts,
                TEXTS.get("details.fact.started"),
                TEXTS.get(
                        "details.started",
                        context.time(row.started()),
                        FigureFormat.ago(context.now() - row.started())),
                false);
        Long ended = row.ended();
        if (ended != null) {
            fact(
                    facts,
                    TEXTS.get("details.fact.ended"),
                    TEXTS.get("details.ended", context.time(ended), FigureFormat.span(ended - row.started())),
                    false);
        }
        Long rss = row.rss();
        if (rss != null) {
            fact(
                    facts,
                    TEXTS.get("details.fact.memory"),
                    FigureFormat.bytes(rss).toString(),
                    false);
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
            case 0 -> TEXTS.get("details.user.root");
            case 1000 -> TEXTS.get("details.user.agent");
            default -> Integer.toString(uid);
        };
    }

    private static Node connections(ProcessFacts facts, DetailActions detailActions) {
        List<FlowRow> flows = facts.flows();
        VBox rows = UiParts.column(0, heading(TEXTS.get("details.connections"), flows.size()));
        facts.approval().ifPresent(approval -> {
            Button decide = UiParts.button(TEXTS.get("details.decide"), "small");
            decide.getStyleClass().add("decide");
            decide.setOnAction(e -> detailActions.decide(approval));
            HBox row = UiParts.row(
                    8,
                    new StateShape(StateShape.ShapeKind.HELD, 8),
                    UiParts.growing(UiParts.cut(ApprovalText.destination(approval), "mono", "m12")),
                    decide);
            row.setMinHeight(32);
            rows.getChildren().add(row);
        });
        for (FlowRow flow : flows.subList(0, Math.min(MOST, flows.size()))) {
            rows.getChildren().add(connection(flow));
        }
        if (flows.size() > MOST) {
            rows.getChildren().add(more(flows.size() - MOST, detailActions::connections));
        }
        return section(rows);
    }

    private static HBox connection(FlowRow flow) {
        String name = flow.name() == null ? flow.dst() : flow.name();
        Label words = UiParts.growing(UiParts.cut(FigureFormat.printable(name), "mono", "m12"));
        HBox row = switch (flow.verdict()) {
            case ALLOWED ->
                UiParts.row(
                        8,
                        Icon.of(Feather.CHECK, 12, "accent"),
                        words,
                        UiParts.text(TEXTS.get("details.connection.allowed"), "sm", "muted"));
            case REFUSED ->
                UiParts.row(
                        8,
                        Icon.of(Feather.X, 12, "danger"),
                        words,
                        UiParts.text(TEXTS.get("details.connection.blocked"), "sm", "danger"));
            case HELD ->
                UiParts.row(
                        8,
                        new StateShape(StateShape.ShapeKind.HELD, 8),
                        words,
                        UiParts.text(TEXTS.get("details.connection.waiting"), "sm", "held"));
            case LOCAL ->
                UiParts.row(
                        8,
                        Icon.of(Feather.CHECK, 12, "faint"),
                        words,
                        UiParts.text(TEXTS.get("details.connection.internal"), "sm", "faint"));
        };
        row.setMinHeight(24);
        return row;
    }

    private static Node more(int count, Runnable open) {
        Label more = UiParts.text(TEXTS.get("details.files.more", count), "sm", "link");
        more.setOnMouseClicked(e -> open.run());
        return more;
    }

    private static Node files(List<String> files) {
        VBox rows = UiParts.column(0, heading(TEXTS.get("details.files.written"), files.size()));
        for (String file : files.subList(0, Math.min(MOST, files.size()))) {
            Label path = UiParts.cut(FigureFormat.printable(file), "mono", "m12");
            path.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            HBox row = UiParts.row(8, UiParts.text("W", "mono", "m12", "accent"), UiParts.growing(path));
            row.setMinHeight(22);
            rows.getChildren().add(row);
        }
        if (files.size() > MOST) {
            rows.getChildren().add(UiParts.text(TEXTS.get("details.files.more", files.size() - MOST), "sm", "faint"));
        }
        return section(rows);
    }

    /// Open files and environment are read only on request, because each reading runs a program in the guest.
    private static Node inside(ProcessFacts facts, DetailActions detailActions) {
        ProcessActions.ProcessResources inside = facts.inside();
        VBox rows = UiParts.column(4);
        if (inside == null) {
            if (facts.line().gone()) {
                return rows;
            }
            Button look = UiParts.button(TEXTS.get("details.inspect"), "small");
            look.getStyleClass().add("inspect");
            UiParts.tip(look, TEXTS.get("details.inspect.tip"), "");
            look.setOnAction(e -> {
                look.setDisable(true);
                look.setText(TEXTS.get("details.inspect.busy"));
                detailActions.inspect();
            });
            rows.getChildren().add(look);
            if (!facts.problem().isEmpty()) {
                rows.getChildren()
                        .add(UiParts.prose(
                                TEXTS.get("details.inspect.failed", VisibleGuestText.shown(facts.problem(), LONG)),
                                296,
                                "sm",
                                "danger"));
            }
            return section(rows);
        }
        return section(UiParts.column(12, open(inside), environment(inside)));
    }

    private static VBox open(ProcessActions.ProcessResources inside) {
        VBox rows = UiParts.column(
                0, heading(TEXTS.get("details.files.open"), inside.files().size()));
        for (ProcessActions.OpenFile file : inside.files().stream().limit(MOST).toList()) {
            Label path = UiParts.cut(VisibleGuestText.shown(file.path(), LONG), "mono", "m12");
            path.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            String mode = file.reads() && file.writes() ? "RW" : file.writes() ? "W" : "R";
            Label how = UiParts.text(mode, "mono", "m12", file.writes() ? "accent" : "muted");
            how.setMinWidth(16);
            HBox row = UiParts.row(8, how, UiParts.growing(path));
            row.setMinHeight(22);
            rows.getChildren().add(row);
        }
        if (inside.files().size() > MOST) {
            rows.getChildren()
                    .add(UiParts.text(
                            TEXTS.get("details.files.more", inside.files().size() - MOST), "sm", "faint"));
        }
        rows.getChildren().add(UiParts.prose(TEXTS.get("details.reads.note"), 296, "sm", "faint"));
        return rows;
    }

    private static VBox environment(ProcessActions.ProcessResources inside) {
        List<String> names = inside.environment();
        HBox head = heading(TEXTS.get("details.environment"), names.size());
        head.getChildren().addAll(UiParts.grow(), UiParts.text(TEXTS.get("details.environment.names"), "sm", "faint"));
        FlowPane tags = new FlowPane(4, 4);
        names.stream()
                .limit(NAMES)
                .forEach(name -> tags.getChildren().add(UiParts.tag(VisibleGuestText.shown(name, 40), "mono")));
        VBox all = UiParts.column(0, head, tags);
        if (names.size() > NAMES) {
            all.getChildren().add(UiParts.text(TEXTS.get("details.files.more", names.size() - NAMES), "sm", "faint"));
        }
        return all;
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
