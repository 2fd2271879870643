package dev.belljar.app.snapshots;

import dev.belljar.app.action.SnapshotActions;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.state.HostState;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.PseudoClasses;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Asks how many branches to start from a snapshot and for their name, and shows how much memory they may
/// use.
public final class BranchDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(BranchDialog.class);

    private static final double WIDTH = 432;

    private final TreeNode from;
    private final SnapshotActions actions;
    private final BranchModel model;
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
        this.model = new BranchModel(from, state, count.value());
        this.name = SnapshotDialog.field(model.proposedName());
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

    private void check() {
        model.name(name.getText());
        model.count(count.value());
        boolean bad = !model.valid();
        complaint.setVisible(bad);
        complaint.setManaged(bad);
        name.pseudoClassStateChanged(PseudoClasses.BAD, bad);
        go.setDisable(bad);
        go.setText(model.act());
        words.setText(model.memory());
        boolean much = model.tooMuch();
        sign.getChildren().setAll(Icon.of(much ? Feather.ALERT_TRIANGLE : Feather.CPU, 14, much ? "warn" : "muted"));
        sign.getStyleClass().setAll("mark-box", much ? "warn" : "neutral");
    }

    private void act() {
        leave();
        from.branch(actions, model.request());
    }
}
