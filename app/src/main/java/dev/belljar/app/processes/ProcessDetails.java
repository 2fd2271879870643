package dev.belljar.app.processes;

import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.process.ProcessRow;
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

/// Everything known about one process: command, folder, user, connections, and files it wrote.
final class ProcessDetails extends ScrollPane {
    private static final Texts TEXTS = Texts.of(ProcessDetails.class);

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
                        ProcessHead.of(facts, detailActions, close),
                        facts(facts.line()),
                        ProcessConnections.of(facts, detailActions),
                        files(facts.written()),
                        ProcessResourceList.of(facts, detailActions));
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
        return DetailsSection.of(facts);
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

    private static Node files(List<String> files) {
        VBox rows = UiParts.column(0, DetailsSection.heading(TEXTS.get("details.files.written"), files.size()));
        for (String file : files.subList(0, Math.min(DetailsSection.MOST, files.size()))) {
            Label path = UiParts.cut(FigureFormat.printable(file), "mono", "m12");
            path.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            HBox row = UiParts.row(8, UiParts.text("W", "mono", "m12", "accent"), UiParts.growing(path));
            row.setMinHeight(22);
            rows.getChildren().add(row);
        }
        if (files.size() > DetailsSection.MOST) {
            rows.getChildren()
                    .add(UiParts.text(
                            TEXTS.get("details.files.more", files.size() - DetailsSection.MOST), "sm", "faint"));
        }
        return DetailsSection.of(rows);
    }
}
