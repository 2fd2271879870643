package dev.belljar.app.processes;

import dev.belljar.app.action.ProcessActions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.process.ProcessItem;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The parts of the head of a process's details: state, ancestors, and the buttons that pause or end it.
final class ProcessHead {
    private static final Texts TEXTS = Texts.of(ProcessHead.class);

    private ProcessHead() {}

    /// The ancestors, and below them the buttons for a process that can be reached.
    static VBox below(ProcessFacts facts, DetailActions detailActions) {
        ProcessItem line = facts.line();
        List<ProcessItem> ancestry = facts.ancestry();
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
        VBox below = UiParts.column(8, path);
        if (ProcessActions.reachable(line.row())) {
            below.getChildren().add(buttons(facts, detailActions));
        }
        return below;
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

    /// The state as a tag.
    static Label state(ProcessFacts facts) {
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
}
