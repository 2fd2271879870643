package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Steps;
import dev.belljar.contract.sandbox.SandboxState;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// A machine on its way: the named steps with what they took, and a Cancel that works.
final class BusyBody implements CardBody {
    private final Steps steps = new Steps();
    private final Label note = Parts.cut("", "sm", "muted");
    private final Button cancel = Parts.button("Cancel");
    private final VBox all = new VBox();

    private final Button now = Parts.button("Stop now…");

    BusyBody(Runnable stop, Runnable stopNow) {
        VBox.setMargin(steps, new Insets(12, 16, 8, 16));
        cancel.setOnAction(e -> stop.run());
        now.setOnAction(e -> stopNow.run());
        HBox foot = Parts.row(8, Parts.growing(note), cancel, now);
        foot.getStyleClass().add("card-foot");
        all.getChildren().addAll(steps, Parts.grow(), foot);
        Parts.growing(all);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void show(ProjectPicture project, WorkPicture work, long time) {
        boolean stopping = project.state() == SandboxState.STOPPING;
        steps.show(project.sandbox().status().requirements());
        note.setText(stopping ? "Its network is closed" : "Closing the window does not stop it");
        cancel.setVisible(!stopping);
        cancel.setManaged(!stopping);
        now.setVisible(stopping);
        now.setManaged(stopping);
    }
}
