package dev.belljar.app.review.writer;

import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.review.writer.HunkWriters.WriterLines;
import dev.belljar.app.sandbox.BranchStart;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.FileWriter;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.provenance.LineWriter;
import dev.belljar.contract.view.provenance.PriorFlow;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The writers of a hunk, or of its file: the first one with its ancestors and downloads, and the others.
final class WritersPanel extends VBox {
    private static final Texts TEXTS = Texts.of(WritersPanel.class);
    private static final int DEEPEST = 6;
    private static final int MOST = 4;
    private static final double WIDTH = 408;
    private static final double TEXT = 376;

    /// What the buttons do.
    interface PanelCommands {
        void process(int pid);

        /// Shows this time, milliseconds since the epoch, in the timeline.
        void time(long at);

        /// Asks from which snapshot a branch before this time, milliseconds since the epoch, would start.
        void before(long at);

        void branch(Snapshot from);

        void close();
    }

    private final UiContext context;
    private final VBox sections = new VBox();
    private final ScrollPane scroll = new ScrollPane();
    private @Nullable Node branching;
    private final Label nobody = UiParts.prose("", TEXT, "semi");

    private WritersPanel(UiContext context) {
        this.context = context;
        getStyleClass().addAll("dialog-box", "writers-panel");
        setMaxSize(WIDTH, USE_PREF_SIZE);
        setPrefWidth(WIDTH);
    }

    /// The writers of a whole file, the last one first; none if nobody was seen writing it. If the writers of its lines
    /// are `asked` for, that is said until `ended`.
    static WritersPanel ofFile(
            UiContext context,
            List<FileWriter> writers,
            List<ProcessItem> ancestry,
            boolean asked,
            PanelCommands commands) {
        WritersPanel panel = new WritersPanel(context);
        if (writers.isEmpty()) {
            panel.nobody.setText(nobody(asked));
            panel.top(panel.nobody);
        } else {
            FileWriter last = writers.getFirst();
            panel.title(
                    TEXTS.get(last.op()),
                    name(last.comm(), last.process().pid()),
                    context.time(last.at()),
                    TEXTS.get("writer.whole"));
        }
        panel.tree(ancestry.stream().map(ProcessItem::row).toList());
        if (writers.size() > 1) {
            panel.section(
                    TEXTS.get("writer.earlier"),
                    writers.stream()
                            .skip(1)
                            .map(writer -> panel.line(
                                    TEXTS.get(writer.op()),
                                    name(writer.comm(), writer.process().pid()),
                                    context.time(writer.at())))
                            .toList());
        }
        panel.foot(
                commands,
                writers.stream()
                        .findFirst()
                        .map(last -> links(commands, last.process().pid(), last.at()))
                        .orElse(List.of()));
        return panel;
    }

    /// What is said if nobody was seen writing the file; `asked` is true while the answer is awaited.
    static String nobody(boolean asked) {
        return TEXTS.get(asked ? "writer.asking" : "writer.unknown");
    }

    /// The writers of the lines are not asked for any more.
    void ended() {
        nobody.setText(nobody(false));
    }

    /// The writers of the lines of a hunk; empty if nothing is recorded about them.
    static Optional<WritersPanel> ofHunk(UiContext context, HunkWriters writers, PanelCommands commands) {
        WritersPanel panel = new WritersPanel(context);
        if (!writers.writers().isEmpty()) {
            panel.writers(writers);
        } else if (writers.project() > 0) {
            panel.title(TEXTS.get("writer.project"), "", "", TEXTS.get("writer.project.text", writers.project()));
        } else {
            return Optional.empty();
        }
        writers.notes().stream().limit(2).forEach(note -> {
            Node words = UiParts.prose(FigureFormat.printable(note), TEXT, "sm", "muted");
            VBox.setMargin(words, new Insets(0, 16, 8, 16));
            panel.sections.getChildren().add(words);
        });
        panel.foot(
                commands,
                writers.writers().stream()
                        .findFirst()
                        .map(most -> links(commands, most.writer().pid(), most.at()))
                        .orElse(List.of()));
        return Optional.of(panel);
    }

    /// Shows from where a branch before the write starts, and what it would not include.
    void branch(BranchStart start, PanelCommands commands) {
        VBox rows = UiParts.column(8, UiParts.prose(start.from(), TEXT, "sm", "muted"));
        if (!start.since().isEmpty()) {
            rows.getChildren().add(UiParts.prose(start.since(), TEXT, "sm", "muted"));
        }
        start.newestSince().stream()
                .filter(mark -> !mark.label().isEmpty())
                .map(mark -> line("", FigureFormat.printable(mark.label()), context.dateTime(mark.at())))
                .forEach(rows.getChildren()::add);
        Snapshot from = start.moment().snapshot();
        if (from != null) {
            Button branch = UiParts.button(Feather.GIT_BRANCH, TEXTS.get("writer.branch"), "primary", "branch-before");
            branch.setMaxWidth(Double.MAX_VALUE);
            branch.setOnAction(e -> commands.branch(from));
            rows.getChildren().add(branch);
        }
        said(rows);
    }

    /// Shows why it is not known from where a branch starts.
    void branchUnknown(String why) {
        said(UiParts.prose(why, TEXT, "sm", "muted"));
    }

    private void said(Node rows) {
        VBox section = UiParts.column(4, rows);
        section.getStyleClass().add("details-section");
        sections.getChildren().remove(branching);
        branching = section;
        sections.getChildren().add(section);
        scroll.layout();
        scroll.setVvalue(1);
    }

    private void writers(HunkWriters writers) {
        WriterLines most = writers.writers().getFirst();
        LineWriter writer = most.writer();
        title(
                TEXTS.get(most.certain() ? "writer.by" : "writer.perhaps"),
                name(writer.comm(), writer.pid()),
                most.at() == 0 ? "" : context.time(most.at()),
                writers.ofWholeFile()
                        ? TEXTS.get("writer.whole")
                        : TEXTS.get("writer.lines", most.lines(), writers.lines(), writers.unknown()));
        tree(writer.ancestry());
        if (writers.writers().size() > 1) {
            section(
                    TEXTS.get(writers.ofWholeFile() ? "writer.also" : "writer.others"),
                    writers.writers().stream()
                            .skip(1)
                            .limit(MOST)
                            .map(other -> line(
                                    writers.ofWholeFile() ? "" : TEXTS.get("writer.count", other.lines()),
                                    name(other.writer().comm(), other.writer().pid()),
                                    other.at() == 0 ? "" : context.time(other.at())))
                            .toList());
        }
        List<HBox> downloads = writer.flows().stream()
                .filter(flow -> flow.down() > 0)
                .limit(MOST)
                .map(WritersPanel::flow)
                .toList();
        if (!downloads.isEmpty()) {
            section(TEXTS.get("writer.downloads"), downloads);
        }
        ProcessRow tests = writer.tests();
        if (tests != null) {
            section(
                    outcome(tests),
                    List.of(line("", FigureFormat.command(tests.argv()), context.time(tests.started()))));
        }
    }

    /// How a test run ended.
    static String outcome(ProcessRow tests) {
        Integer code = tests.code();
        if (code == null) {
            return TEXTS.get(tests.ended() == null ? "writer.tests.run" : "writer.tests.killed");
        }
        return code == 0 ? TEXTS.get("writer.tests.passed") : TEXTS.get("writer.tests.failed", Integer.toString(code));
    }

    private static String name(String comm, int pid) {
        return FigureFormat.printable(comm) + " " + pid;
    }

    private void title(String by, String who, String when, String below) {
        HBox title = UiParts.row(
                4,
                UiParts.text(by, "semi"),
                UiParts.text(who, "mono", "semi"),
                UiParts.grow(),
                UiParts.text(when, "sm", "muted"));
        top(title, UiParts.prose(below, TEXT, "sm", "muted"));
    }

    private void top(Node... parts) {
        VBox top = UiParts.column(2, parts);
        top.setPadding(new Insets(12, 16, 12, 16));
        top.setMinHeight(USE_PREF_SIZE);
        getChildren().add(top);
    }

    private void tree(List<ProcessRow> ancestry) {
        if (ancestry.isEmpty()) {
            return;
        }
        VBox rows = UiParts.column(4);
        int depth = 0;
        for (ProcessRow process : ancestry.subList(Math.max(0, ancestry.size() - DEEPEST), ancestry.size())) {
            HBox row = UiParts.row(
                    6,
                    UiParts.text(FigureFormat.printable(process.comm()), "mono", "m12", "med"),
                    UiParts.text(Integer.toString(process.pid()), "mono", "m12", "muted"),
                    UiParts.growing(UiParts.cut(FigureFormat.command(process.argv()), "mono", "m12", "muted")),
                    UiParts.text(context.time(process.started()), "sm", "muted"));
            row.setPadding(new Insets(0, 0, 0, depth * 16.0));
            rows.getChildren().add(row);
            depth++;
        }
        rows.getStyleClass().add("details-section");
        sections.getChildren().add(rows);
    }

    private void section(String heading, List<? extends Node> lines) {
        VBox rows = UiParts.column(4, UiParts.text(heading, "sm", "muted"));
        rows.getChildren().addAll(lines);
        rows.getStyleClass().add("details-section");
        sections.getChildren().add(rows);
    }

    private HBox line(String what, String who, String when) {
        HBox line = UiParts.row(6, UiParts.growing(UiParts.cut(who, "mono", "m12")), UiParts.text(when, "sm", "muted"));
        if (!what.isEmpty()) {
            line.getChildren().addFirst(UiParts.text(what, "sm", "muted"));
        }
        return line;
    }

    private static HBox flow(PriorFlow flow) {
        String rule = flow.rule() == null ? "" : FigureFormat.printable(flow.rule());
        String why = flow.approval() == null ? rule : TEXTS.get("writer.approved");
        return UiParts.row(
                8,
                UiParts.growing(UiParts.cut(FigureFormat.printable(flow.name()), "mono", "m12")),
                UiParts.text(FigureFormat.bytes(flow.down()).toString(), "sm"),
                UiParts.cut(why, "sm", "muted"));
    }

    /// The buttons that show the process, and those for the time of its last write unless that is unknown.
    private static List<Button> links(PanelCommands commands, int pid, long at) {
        Button process = UiParts.button(Feather.CPU, TEXTS.get("writer.process"), "flat", "small");
        process.setOnAction(e -> commands.process(pid));
        Button time = UiParts.button(Feather.CLOCK, TEXTS.get("writer.time"), "flat", "small");
        time.setOnAction(e -> commands.time(at));
        Button branch = UiParts.button(Feather.GIT_BRANCH, TEXTS.get("writer.before"), "flat", "small");
        branch.getStyleClass().add("before-write");
        branch.setOnAction(e -> commands.before(at));
        return at == 0 ? List.of(process) : List.of(time, process, branch);
    }

    /// Adds the sections, which scroll in a low window, and the buttons below them.
    private void foot(PanelCommands commands, List<Button> links) {
        scroll.setContent(sections);
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(false);
        scroll.setMinHeight(0);
        Button close = UiParts.withKey(UiParts.button(TEXTS.get("writer.close"), "flat", "small"), "Esc");
        close.setOnAction(e -> commands.close());
        HBox foot = new HBox();
        foot.getChildren().addAll(links);
        foot.getChildren().addAll(UiParts.grow(), close);
        foot.getStyleClass().addAll("details-section", "writers-foot");
        foot.setMinHeight(USE_PREF_SIZE);
        getChildren().addAll(scroll, foot);
    }
}
