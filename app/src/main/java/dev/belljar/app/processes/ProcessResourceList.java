package dev.belljar.app.processes;

import dev.belljar.app.action.ProcessActions;
import dev.belljar.app.text.Texts;
import dev.belljar.app.text.VisibleGuestText;
import dev.belljar.app.ui.DetailsPane;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.OverrunStyle;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// The open files and the environment of a process, which are read only on request, because each reading runs a program
/// in the guest.
final class ProcessResourceList {
    private static final Texts TEXTS = Texts.of(ProcessResourceList.class);
    private static final int NAMES = 60;
    private static final int LONG = 200;

    private ProcessResourceList() {}

    static Node of(ProcessFacts facts, DetailActions detailActions) {
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
                                DetailsPane.PROSE,
                                "sm",
                                "danger"));
            }
            return DetailsPane.section(rows);
        }
        return DetailsPane.section(UiParts.column(12, open(inside), environment(inside)));
    }

    private static VBox open(ProcessActions.ProcessResources inside) {
        VBox rows = UiParts.column(
                0,
                DetailsPane.heading(
                        TEXTS.get("details.files.open"), inside.files().size()));
        for (ProcessActions.OpenFile file :
                inside.files().stream().limit(DetailsPane.MOST_ROWS).toList()) {
            Label path = UiParts.cut(VisibleGuestText.shown(file.path(), LONG), "mono", "m12");
            path.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
            String mode = file.reads() && file.writes() ? "RW" : file.writes() ? "W" : "R";
            Label how = UiParts.text(mode, "mono", "m12", file.writes() ? "accent" : "muted");
            how.setMinWidth(16);
            HBox row = UiParts.row(8, how, UiParts.growing(path));
            row.setMinHeight(22);
            rows.getChildren().add(row);
        }
        if (inside.files().size() > DetailsPane.MOST_ROWS) {
            rows.getChildren()
                    .add(UiParts.text(
                            TEXTS.get("details.files.more", inside.files().size() - DetailsPane.MOST_ROWS),
                            "sm",
                            "faint"));
        }
        rows.getChildren().add(UiParts.prose(TEXTS.get("details.reads.note"), DetailsPane.PROSE, "sm", "faint"));
        return rows;
    }

    private static VBox environment(ProcessActions.ProcessResources inside) {
        List<String> names = inside.environment();
        HBox head = DetailsPane.heading(TEXTS.get("details.environment"), names.size());
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
}
