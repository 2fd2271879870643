package dev.belljar.app.processes;

import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DetailsPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.network.FlowRow;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The connections of a process, with the approval that it waits for.
final class ProcessConnections {
    private static final Texts TEXTS = Texts.of(ProcessConnections.class);

    private ProcessConnections() {}

    static Node of(ProcessFacts facts, DetailActions detailActions) {
        List<FlowRow> flows = facts.flows();
        VBox rows = UiParts.column(0, DetailsPane.heading(TEXTS.get("details.connections"), flows.size()));
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
        for (FlowRow flow : flows.subList(0, Math.min(DetailsPane.MOST_ROWS, flows.size()))) {
            rows.getChildren().add(connection(flow));
        }
        if (flows.size() > DetailsPane.MOST_ROWS) {
            rows.getChildren().add(more(flows.size() - DetailsPane.MOST_ROWS, detailActions::connections));
        }
        return DetailsPane.section(rows);
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
}
