package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Sparkline;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.Limits;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A machine that does not run: what it may use, what it left on disk, and Start.
final class StoppedBody implements CardBody {
    private final Sparkline spark = new Sparkline(300, 28).scale(100).span(ProjectPicture.KEPT);
    private final Label memory = Parts.text("");
    private final Label memoryUnit = Parts.text("", "faint");
    private final Label cpus = Parts.text("");
    private final Label disk = Parts.text("");
    private final Label used = Parts.text("");
    private final Label note = Parts.cut("", "sm", "muted");
    private final Button go = Parts.button("Start");
    private final VBox all = new VBox();

    StoppedBody(Desk desk, Runnable start) {
        spark.getStyleClass().add("quiet");
        VBox.setMargin(spark, new Insets(12, 16, 0, 16));
        HBox facts = Parts.row(
                0,
                CardBody.fact(CardBody.amount(memory, memoryUnit), "memory"),
                Parts.grow(),
                CardBody.fact(cpus, "at most"),
                Parts.grow(),
                CardBody.fact(disk, "on disk"),
                Parts.grow(),
                CardBody.fact(used, "last used"));
        facts.setPadding(new Insets(12, 16, 12, 16));
        go.setGraphic(Icon.of(Feather.PLAY, 14));
        go.setOnAction(e -> start.run());
        HBox foot = Parts.row(8, Parts.growing(note), go);
        foot.getStyleClass().add("card-foot");
        all.getChildren().addAll(spark, facts, Parts.grow(), foot);
        Parts.growing(all);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void show(ProjectPicture project, WorkPicture work, long now) {
        spark.show(project.cpu());
        Limits limits = project.sandbox().spec().limits();
        Figures.Amount most = Figures.mebibytes(limits.memoryMiB());
        memory.setText(most.figure());
        memoryUnit.setText(most.unit());
        cpus.setText(Figures.many(limits.cpus(), "CPU", "CPUs"));
        Gauges gauges = project.sandbox().status().gauges();
        disk.setText(gauges == null ? "—" : Figures.bytes(gauges.diskUsed()).toString());
        used.setText(Figures.ago(now - project.sandbox().status().since()));
        boolean asleep = Badges.asleep(project.sandbox());
        go.setText(asleep ? "Resume" : "Start");
        note.setText(Badges.kept(project.sandbox()));
    }
}
