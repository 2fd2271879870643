package dev.belljar.app.launcher;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.Sparkline;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.app.work.WorkState;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.MachineLimits;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// A machine that does not run: its limits, its disk use, and a Start button.
final class StoppedBody implements CardBody {
    private static final Texts TEXTS = Texts.of(StoppedBody.class);

    private final Sparkline spark = new Sparkline(300, 28).scale(100).span(SandboxViewState.KEPT);
    private final Label memory = UiParts.text("");
    private final Label memoryUnit = UiParts.text("", "faint");
    private final Label cpus = UiParts.text("");
    private final Label disk = UiParts.text("");
    private final Label used = UiParts.text("");
    private final Label note = UiParts.cut("", "sm", "muted");
    private final Button go = UiParts.button(TEXTS.get("launcher.menu.start"));
    private final VBox all = new VBox();

    StoppedBody(UiContext context, Runnable start) {
        spark.getStyleClass().add("quiet");
        VBox.setMargin(spark, new Insets(12, 16, 0, 16));
        HBox facts = UiParts.row(
                0,
                CardBody.fact(CardBody.amount(memory, memoryUnit), TEXTS.get("launcher.memory.limit")),
                UiParts.grow(),
                CardBody.fact(cpus, TEXTS.get("launcher.limit")),
                UiParts.grow(),
                CardBody.fact(disk, TEXTS.get("launcher.ondisk")),
                UiParts.grow(),
                CardBody.fact(used, TEXTS.get("launcher.used")));
        facts.setPadding(new Insets(12, 16, 12, 16));
        go.setGraphic(Icon.of(Feather.PLAY, 14));
        go.setOnAction(e -> start.run());
        HBox foot = CardPane.foot(UiParts.growing(note), go);
        all.getChildren().addAll(spark, facts, UiParts.grow(), foot);
        UiParts.growing(all);
    }

    @Override
    public Node node() {
        return all;
    }

    @Override
    public void show(SandboxViewState sandbox, WorkState work, long now) {
        spark.show(sandbox.cpu());
        MachineLimits limits = sandbox.reported().spec().limits();
        FigureFormat.FormattedAmount most = FigureFormat.mebibytes(limits.memoryMiB());
        memory.setText(most.figure());
        memoryUnit.setText(most.unit());
        cpus.setText(TEXTS.get("launcher.cpus", limits.cpus()));
        Gauges gauges = sandbox.reported().status().gauges();
        disk.setText(
                gauges == null ? "—" : FigureFormat.bytes(gauges.diskUsed()).toString());
        used.setText(FigureFormat.ago(now - sandbox.reported().status().since()));
        boolean asleep = StateBadges.hasSavedMemory(sandbox.reported());
        go.setText(TEXTS.get(asleep ? "launcher.menu.resume" : "launcher.menu.start"));
        note.setText(StateBadges.kept(sandbox.reported()));
    }
}
