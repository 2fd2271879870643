package dev.belljar.app.processes;

import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DetailsPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.process.ProcessRow;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// Everything known about one process: command, folder, user, connections, and files it wrote.
final class ProcessDetails extends DetailsPane {
    private static final Texts TEXTS = Texts.of(ProcessDetails.class);

    private final UiContext context;

    ProcessDetails(UiContext context) {
        super(TEXTS.get("details.none"));
        this.context = context;
    }

    void show(ProcessFacts facts, DetailActions detailActions) {
        fill(List.of(
                head(
                        FigureFormat.printable(facts.line().row().comm()),
                        List.of(
                                UiParts.text(Integer.toString(facts.line().row().pid()), "mono", "muted"),
                                ProcessHead.state(facts)),
                        ProcessHead.below(facts, detailActions)),
                facts(facts.line()),
                ProcessConnections.of(facts, detailActions),
                files(facts.written()),
                ProcessResourceList.of(facts, detailActions)));
    }

    private Node facts(ProcessItem line) {
        ProcessRow row = line.row();
        String command = row.argv().isEmpty() ? row.comm() : FigureFormat.command(row.argv());
        Label argv = UiParts.prose(command, PROSE - 12, "mono", "m12");
        VBox box = new VBox(argv);
        box.getStyleClass().add("sunken-box");
        VBox facts = UiParts.column(4, box);
        VBox.setMargin(box, new Insets(0, 0, 6, 0));
        if (row.exe() != null) {
            facts.getChildren().add(codeFact(TEXTS.get("details.fact.program"), row.exe()));
        }
        if (row.cwd() != null) {
            facts.getChildren().add(codeFact(TEXTS.get("details.fact.folder"), row.cwd()));
        }
        facts.getChildren()
                .addAll(
                        fact(TEXTS.get("details.fact.user"), user(row.uid())),
                        fact(
                                TEXTS.get("details.fact.started"),
                                TEXTS.get(
                                        "details.started",
                                        context.time(row.started()),
                                        FigureFormat.ago(context.now() - row.started()))));
        Long ended = row.ended();
        if (ended != null) {
            facts.getChildren()
                    .add(fact(
                            TEXTS.get("details.fact.ended"),
                            TEXTS.get("details.ended", context.time(ended), FigureFormat.span(ended - row.started()))));
        }
        Long rss = row.rss();
        if (rss != null) {
            facts.getChildren()
                    .add(fact(
                            TEXTS.get("details.fact.memory"),
                            FigureFormat.bytes(rss).toString()));
        }
        return section(facts);
    }

    private static String user(int uid) {
        return switch (uid) {
            case 0 -> TEXTS.get("details.user.root");
            case 1000 -> TEXTS.get("details.user.agent");
            default -> Integer.toString(uid);
        };
    }

    private static Node files(List<String> files) {
        VBox rows = UiParts.column(0, heading(TEXTS.get("details.files.written"), files.size()));
        for (String file : files.subList(0, Math.min(MOST_ROWS, files.size()))) {
            Label path = UiParts.cut(FigureFormat.printable(file), "mono", "m12");
            path.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            HBox row = UiParts.row(8, UiParts.text("W", "mono", "m12", "accent"), UiParts.growing(path));
            row.setMinHeight(22);
            rows.getChildren().add(row);
        }
        if (files.size() > MOST_ROWS) {
            rows.getChildren()
                    .add(UiParts.text(TEXTS.get("details.files.more", files.size() - MOST_ROWS), "sm", "faint"));
        }
        return section(rows);
    }
}
