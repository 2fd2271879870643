package dev.belljar.app.launcher;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.approval.WaitingCounts;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.Sparkline;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.state.SandboxViewState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.AgentBadges;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.StateBadges;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.sandbox.CodingAgentStatus;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// A branch on its project's card: name, CPU, memory, changes, origin and state. A click opens it.
final class BranchRow extends HBox {
    private static final Texts TEXTS = Texts.of(BranchRow.class);

    private static final double ROOMY = 520;
    private static final double SOME_ROOM = 400;
    private static final double SPARK = 96;

    private final Sparkline spark = new Sparkline(SPARK, 20).scale(100).span(SandboxViewState.KEPT);
    private final Label memory = UiParts.text("", "sm");
    private final Label changed = UiParts.text("", "sm", "muted");
    private final Label from = UiParts.cut("", "sm", "muted");
    private final Label held = UiParts.cut("", "sm", "held");
    private final StateShape shape = new StateShape(StateShape.ShapeKind.STOPPED, 10);
    private final Label state = UiParts.text("", "sm");
    private SandboxViewState sandbox;

    BranchRow(BranchSummary first, Actions actions) {
        super(12);
        sandbox = first.sandbox();
        getStyleClass().add("branch-row");
        setAlignment(Pos.CENTER_LEFT);
        setMinWidth(0);
        Label name = UiParts.cut(sandbox.name(), "mono", "m12");
        name.setMinWidth(48);
        name.setPrefWidth(88);
        spark.setMinWidth(SPARK);
        spark.setMaxWidth(SPARK);
        from.setMinWidth(0);
        held.setGraphic(new StateShape(StateShape.ShapeKind.HELD, 8));
        held.setGraphicTextGap(6);
        held.setVisible(false);
        getChildren()
                .addAll(
                        UiParts.row(8, Icon.of(Feather.GIT_BRANCH, 14, "muted"), name),
                        spark,
                        memory,
                        changed,
                        origin(),
                        UiParts.row(6, shape, state));
        from.visibleProperty().bind(widthProperty().greaterThanOrEqualTo(ROOMY));
        roomy(changed, ROOMY);
        roomy(spark, SOME_ROOM);
        opening(actions);
        ContextMenus.on(this, () -> CardMenu.of(sandbox, actions), () -> this);
    }

    /// Makes the row a button that opens the branch.
    private void opening(Actions actions) {
        setFocusTraversable(true);
        setAccessibleRole(AccessibleRole.BUTTON);
        setOnMouseClicked(e -> {
            if (e.getButton() == MouseButton.PRIMARY) {
                actions.navigation().enter(sandbox.name());
            }
            e.consume();
        });
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.SPACE) {
                actions.navigation().enter(sandbox.name());
                e.consume();
            }
        });
    }

    /// Shows the pending approvals and waiting terminals in place of the origin.
    void waiting(WaitingCounts counts) {
        int all = counts.of(sandbox.id());
        List<Approval> approvals = counts.approvals().of(sandbox.id());
        held.setText(
                approvals.isEmpty()
                        ? TEXTS.get("launcher.branch.terminals", all)
                        : TEXTS.get(
                                "launcher.branch.waiting", ApprovalText.destination(approvals.getFirst()), all - 1));
        held.setVisible(all > 0);
        from.setOpacity(all > 0 ? 0 : 1);
    }

    void show(BranchSummary next) {
        sandbox = next.sandbox();
        boolean running = sandbox.running();
        spark.show(sandbox.cpu());
        memory.setText(running ? FigureFormat.bytes(sandbox.memory()).toString() : "");
        changed.setText(
                next.work().diff() == null
                        ? (running ? TEXTS.get("launcher.unknown") : "")
                        : TEXTS.get("launcher.files", next.work().files()));
        from.setText(next.from());
        CodingAgentStatus agent = running ? sandbox.reported().status().agent() : null;
        String word = agent == null
                ? StateBadges.word(sandbox.reported())
                : TEXTS.get("launcher.branch.agent", agent.title(), AgentBadges.word(agent));
        shape.show(agent == null ? StateBadges.kind(sandbox.reported()) : AgentBadges.kind(agent));
        state.setText(word);
        state.getStyleClass().setAll("label", "sm", agent == null ? "text" : AgentBadges.style(agent));
        setAccessibleText(TEXTS.get("launcher.branch.accessible", sandbox.name(), word));
    }

    private StackPane origin() {
        StackPane origin = UiParts.growing(new StackPane(from, held));
        origin.setAlignment(Pos.CENTER_LEFT);
        origin.setMinWidth(0);
        return origin;
    }

    /// Shows a part only from this width of the row on. (The origin keeps its space while it is hidden, so
    /// that the state stays at the right edge.)
    private void roomy(Region part, double least) {
        part.visibleProperty().bind(widthProperty().greaterThanOrEqualTo(least));
        part.managedProperty().bind(part.visibleProperty());
    }
}
