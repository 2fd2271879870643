package dev.belljar.app.launcher;

import dev.belljar.app.live.ProjectPicture;
import dev.belljar.app.live.WorkPicture;
import dev.belljar.app.look.Badges;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Sparkline;
import dev.belljar.contract.sandbox.Gauges;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A running machine: its CPU of the last minutes and what it uses.
final class RunningBody implements CardBody {
    private static final String SPAN = ProjectPicture.KEPT / 60 + " min ago";

    private final Sparkline spark = new Sparkline(700, 40).scale(100).span(ProjectPicture.KEPT);
    private final Label from = Parts.text(SPAN, "sm", "faint");
    private final Label cpu = Parts.text("", "sm", "faint");
    private final Label memory = Parts.text("");
    private final Label memoryUnit = Parts.text("", "faint");
    private final Label disk = Parts.text("");
    private final Label diskUnit = Parts.text("", "faint");
    private final Label processes = Parts.text("");
    private final Label changed = Parts.text("");
    private final Label commits = Parts.text("");
    private final Node taken = CardBody.fact(CardBody.amount(disk, diskUnit), "disk");
    private final Node inside = CardBody.fact(processes, "running in it");
    private final Node differ = CardBody.fact(changed, "changed");
    private final Node toSync = CardBody.fact(commits, "to sync");
    private final Label up = Parts.text("");
    private final HBox foot = Parts.row(8);
    private final VBox all = new VBox();

    RunningBody() {
        VBox.setMargin(spark, new Insets(12, 16, 4, 16));
        HBox legend = Parts.row(0, from, Parts.grow(), cpu);
        legend.setPadding(new Insets(0, 16, 0, 16));
        HBox facts = Parts.row(
                0,
                CardBody.fact(CardBody.amount(memory, memoryUnit), "memory"),
                Parts.grow(),
                taken,
                differ,
                Parts.grow(),
                inside,
                toSync,
                Parts.grow(),
                CardBody.fact(up, "since it started"));
        facts.setPadding(new Insets(12, 16, 14, 16));
        foot.getStyleClass().add("card-foot");
        all.getChildren().addAll(spark, legend, facts, Parts.grow(), foot);
        Parts.growing(all);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void show(ProjectPicture project, WorkPicture work, long now) {
        spark.show(project.cpu());
        cpu.setText("CPU, now " + Figures.percent(project.cpuPermille()) + " %");
        Gauges gauges = project.sandbox().status().gauges();
        if (gauges != null) {
            put(memory, memoryUnit, gauges.memoryUsed());
            put(disk, diskUnit, gauges.diskUsed());
            processes.setText(Figures.many(gauges.processes(), "process", "processes"));
        }
        work(work);
        up.setText(Figures.span(now - project.sandbox().status().since()));
        if (foot.getChildren().isEmpty()) {
            String branch = project.sandbox().branch();
            foot.getChildren()
                    .setAll(
                            Icon.of(Feather.GIT_BRANCH, 14, "muted"),
                            Parts.text(branch == null ? "no branch" : branch, "mono"),
                            Parts.grow(),
                            Badges.acceleration(project.sandbox().acceleration()));
        }
    }

    /// What was done in it says more than what it takes, once it is known.
    private void work(WorkPicture work) {
        seen(differ, work.diff() != null);
        seen(taken, work.diff() == null);
        seen(toSync, work.plan() != null);
        seen(inside, work.plan() == null);
        changed.setText(work.files() == 0 ? "no files" : Figures.many(work.files(), "file", "files"));
        commits.setText(
                work.upToDate()
                        ? "nothing"
                        : Figures.many(work.commits(), "commit", "commits")
                                + (work.uncommitted() == 0
                                        ? ""
                                        : ", " + Figures.many(work.uncommitted(), "file", "files")));
    }

    private static void seen(Node node, boolean shown) {
        node.setVisible(shown);
        node.setManaged(shown);
    }

    private static void put(Label figure, Label unit, long bytes) {
        Figures.Amount amount = Figures.bytes(bytes);
        figure.setText(amount.figure());
        unit.setText(amount.unit());
    }
}
