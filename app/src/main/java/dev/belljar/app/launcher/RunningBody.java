package dev.belljar.app.launcher;

import dev.belljar.app.drawing.Sparkline;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.sandbox.Gauges;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;

/// A running machine: its CPU over the last minutes, and its resource use.
final class RunningBody implements CardBody {
    private static final Texts TEXTS = Texts.of(RunningBody.class);

    private static final String SPAN = TEXTS.get("launcher.running.span", SandboxViewState.KEPT / 60);

    private final Sparkline spark = new Sparkline(700, 40).scale(100).span(SandboxViewState.KEPT);
    private final Label from = UiParts.text(SPAN, "sm", "faint");
    private final Label cpu = UiParts.text("", "sm", "faint");
    private final Label memory = UiParts.text("");
    private final Label memoryUnit = UiParts.text("", "faint");
    private final Label changed = UiParts.text("");
    private final Label commits = UiParts.text("");
    private final Label up = UiParts.text("");
    private final HBox foot = CardPane.foot();
    private final VBox all = new VBox();

    RunningBody() {
        VBox.setMargin(spark, new Insets(12, 16, 4, 16));
        HBox legend = UiParts.row(0, from, UiParts.grow(), cpu);
        legend.setPadding(new Insets(0, 16, 0, 16));
        HBox facts = UiParts.row(
                0,
                CardBody.fact(CardBody.amount(memory, memoryUnit), TEXTS.get("launcher.memory")),
                UiParts.grow(),
                CardBody.fact(changed, TEXTS.get("launcher.changed")),
                UiParts.grow(),
                CardBody.fact(commits, TEXTS.get("launcher.tosync")),
                UiParts.grow(),
                CardBody.fact(up, TEXTS.get("launcher.uptime")));
        facts.setPadding(new Insets(12, 16, 14, 16));
        all.getChildren().addAll(spark, legend, facts, UiParts.grow(), foot);
        UiParts.growing(all);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void show(SandboxViewState sandbox, WorkState work, long now) {
        spark.show(sandbox.cpu());
        cpu.setText(TEXTS.get("launcher.running.cpu", FigureFormat.percent(sandbox.cpuPermille())));
        Gauges gauges = sandbox.reported().status().gauges();
        if (gauges != null) {
            put(memory, memoryUnit, gauges.memoryUsed());
        }
        work(work);
        up.setText(FigureFormat.span(now - sandbox.reported().status().since()));
        if (foot.getChildren().isEmpty()) {
            String branch = sandbox.reported().branch();
            foot.getChildren()
                    .setAll(
                            UiParts.text(TEXTS.get("launcher.running.git"), "sm", "muted"),
                            UiParts.cut(
                                    branch == null
                                            ? TEXTS.get("launcher.running.detached")
                                            : FigureFormat.printable(branch),
                                    "mono"));
        }
    }

    /// Shows changed files and commits; both are shown as unknown until the sandbox has answered.
    private void work(WorkState work) {
        changed.setText(
                work.diff() == null ? TEXTS.get("launcher.unknown") : TEXTS.get("launcher.files", work.files()));
        if (work.plan() == null) {
            commits.setText(TEXTS.get("launcher.unknown"));
        } else if (work.upToDate()) {
            commits.setText(TEXTS.get("launcher.tosync.nothing"));
        } else {
            commits.setText(TEXTS.get("launcher.tosync.work", work.commits(), work.uncommitted()));
        }
    }

    private static void put(Label figure, Label unit, long bytes) {
        FigureFormat.FormattedAmount amount = FigureFormat.bytes(bytes);
        figure.setText(amount.figure());
        unit.setText(amount.unit());
    }
}
