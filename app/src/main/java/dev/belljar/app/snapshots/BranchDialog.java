package dev.belljar.app.snapshots;

import dev.belljar.app.action.SnapshotActions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.state.HostState;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.view.host.HostStatus;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Asks how many branches to start from a snapshot and for their name, and shows how much memory they may
/// use.
public final class BranchDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(BranchDialog.class);

    private static final double WIDTH = 432;
    private static final long MIB = 1L << 20;

    private final TreeNode from;
    private final SnapshotActions actions;
    private final HostState state;
    private final TextField name;
    private final Label complaint = UiParts.prose(TEXTS.get("branch.name.bad"), WIDTH, "sm", "danger");
    private final Label words = UiParts.prose("", WIDTH - 36, "sm", "muted");
    private final StackPane sign = new StackPane();
    private final Button go = UiParts.button(Feather.GIT_BRANCH, TEXTS.get("branch.go", 1), "primary");
    private final NumberStepper count = new NumberStepper(3, BranchSandbox.MOST, n -> check());

    private BranchDialog(UiContext context, SnapshotActions actions, TreeNode from, HostState state) {
        super(context.overlay(), WIDTH + 2 * PADDING, TEXTS.get("branch.title", from.title()));
        this.from = from;
        this.actions = actions;
        this.state = state;
        this.name = SnapshotDialog.field(proposedName(from));
        name.textProperty().addListener((at, was, now) -> check());
        HBox fields = UiParts.row(
                12,
                SnapshotDialog.titled(TEXTS.get("branch.count"), count),
                UiParts.growing(SnapshotDialog.titled(TEXTS.get("branch.name"), name)));
        HBox memory = UiParts.row(12, sign, words);
        memory.getStyleClass().add("sunken-box");
        memory.setPadding(new Insets(12));
        body(16, UiParts.prose(TEXTS.get("branch.about"), WIDTH, "muted"), fields, complaint, memory);
        VBox.setMargin(fields, new Insets(8, 0, 0, 0));
        VBox.setMargin(memory, new Insets(8, 0, 0, 0));
        go.setOnAction(e -> act());
        foot(List.of(), TEXTS.get("branch.cancel"), go);
        check();
    }

    /// Opens the dialog.
    public static void open(UiContext context, SnapshotActions actions, TreeNode from, HostState state) {
        BranchDialog dialog = new BranchDialog(context, actions, from, state);
        context.overlay().open(dialog);
        dialog.name.requestFocus();
    }

    private static String proposedName(TreeNode from) {
        return switch (from) {
            case TreeNode.SnapshotNode snapshotNode -> snapshotNode.snapshot().sandboxName();
            case TreeNode.SandboxNode sandboxNode -> sandboxNode.sandbox().name();
        };
    }

    private @Nullable MachineLimits limits() {
        return state.sandboxes().stream()
                .filter(p -> p.id().equals(from.lane()))
                .map(p -> p.reported().spec().limits())
                .findFirst()
                .orElse(state.host() == null ? null : state.host().defaults());
    }

    private void check() {
        String typed = name.getText().strip();
        boolean bad = !typed.isEmpty() && !typed.matches("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");
        complaint.setVisible(bad);
        complaint.setManaged(bad);
        name.pseudoClassStateChanged(PseudoClasses.BAD, bad);
        go.setDisable(bad);
        go.setText(TEXTS.get("branch.go", count.value()));
        boolean much = memory();
        sign.getChildren().setAll(Icon.of(much ? Feather.ALERT_TRIANGLE : Feather.CPU, 14, much ? "warn" : "muted"));
        sign.getStyleClass().setAll("mark-box", much ? "warn" : "neutral");
    }

    /// Shows how much memory the branches may use; returns true if that is more than is free.
    private boolean memory() {
        HostStatus host = state.host();
        MachineLimits limits = limits();
        if (host == null || limits == null) {
            words.setText(TEXTS.get("branch.memory.unknown"));
            return false;
        }
        long required = (long) count.value() * limits.memoryMiB() * MIB;
        boolean much = required > host.memoryFree();
        words.setText(TEXTS.get(
                much ? "branch.memory.much" : "branch.memory",
                FigureFormat.bytes(required),
                FigureFormat.bytes(host.memoryFree())));
        return much;
    }

    private void act() {
        leave();
        String typed = name.getText().strip();
        from.branch(actions, new BranchSandbox(typed.isEmpty() ? null : typed, count.value()));
    }
}
