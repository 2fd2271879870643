package dev.belljar.app.snapshots;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.PseudoClasses;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.request.BranchSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.view.HostStatus;
import java.util.List;
import java.util.function.Consumer;
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

    /// The origin of the branches: its title for the user, the proposed name, the machine's limits if they
    /// are known, and the host's figures.
    public record BranchSource(
            String title,
            String name,
            @Nullable MachineLimits limits,
            @Nullable HostStatus host) {}

    private final BranchSource subject;
    private final Consumer<BranchSandbox> act;
    private final TextField name;
    private final Label complaint = UiParts.prose(TEXTS.get("branch.name.bad"), WIDTH, "sm", "danger");
    private final Label words = UiParts.prose("", WIDTH - 36, "sm", "muted");
    private final StackPane sign = new StackPane();
    private final Button go = UiParts.button(Feather.GIT_BRANCH, TEXTS.get("branch.go", 1), "primary");
    private final NumberStepper count = new NumberStepper(3, BranchSandbox.MOST, n -> check());

    private BranchDialog(UiContext context, BranchSource subject, Consumer<BranchSandbox> act) {
        super(context.overlay(), WIDTH + 2 * PADDING, TEXTS.get("branch.title", subject.title()));
        this.subject = subject;
        this.act = act;
        this.name = SnapshotDialog.field(subject.name());
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
    public static void open(UiContext context, BranchSource subject, Consumer<BranchSandbox> act) {
        BranchDialog dialog = new BranchDialog(context, subject, act);
        context.overlay().open(dialog);
        dialog.name.requestFocus();
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
        HostStatus host = subject.host();
        MachineLimits limits = subject.limits();
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
        act.accept(new BranchSandbox(typed.isEmpty() ? null : typed, count.value()));
    }
}
