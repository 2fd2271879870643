package dev.belljar.app.launcher;

import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.StepList;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.sandbox.SandboxState;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// A machine that starts or stops: the requirements with their durations, and a button to cancel or stop at
/// once.
final class BusyBody implements CardBody {
    private static final Texts TEXTS = Texts.of(BusyBody.class);

    private final StepList steps = new StepList();
    private final Label note = UiParts.cut("", "sm", "muted");
    private final Button cancel = UiParts.button(TEXTS.get("launcher.busy.cancel"));
    private final VBox all = new VBox();

    private final Button now = UiParts.button(TEXTS.get("launcher.busy.now"));

    BusyBody(Runnable stop, Runnable stopNow) {
        VBox.setMargin(steps, new Insets(12, 16, 8, 16));
        cancel.setOnAction(e -> stop.run());
        now.setOnAction(e -> stopNow.run());
        HBox foot = CardPane.foot(UiParts.growing(note), cancel, now);
        all.getChildren().addAll(steps, UiParts.grow(), foot);
        UiParts.growing(all);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void show(SandboxViewState sandbox, WorkState work, long time) {
        boolean stopping = sandbox.state() == SandboxState.STOPPING;
        steps.show(sandbox.reported().status().requirements());
        note.setText(TEXTS.get(stopping ? "launcher.busy.stopping" : "launcher.busy.starting"));
        cancel.setVisible(!stopping);
        cancel.setManaged(!stopping);
        now.setVisible(stopping);
        now.setManaged(stopping);
    }
}
