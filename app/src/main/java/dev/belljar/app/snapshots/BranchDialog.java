package dev.belljar.app.snapshots;

import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Pseudo;
import dev.belljar.contract.request.Branch;
import dev.belljar.contract.sandbox.Limits;
import dev.belljar.contract.view.HostStatus;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Asks how many sandboxes shall go on from a moment and what they are called, and says what memory they
/// may take.
public final class BranchDialog extends VBox {
    static final int MOST = 64;
    private static final double WIDTH = 432;
    private static final long MIB = 1L << 20;

    /// What is branched: what people call it, the machine's limits if they are known, and this host.
    public record Subject(
            String title,
            String name,
            @Nullable Limits limits,
            @Nullable HostStatus host) {}

    private final Desk desk;
    private final Subject subject;
    private final Consumer<Branch> act;
    private final TextField name;
    private final Label complaint = Parts.prose(
            "A name has small letters, digits and dashes, 40 at most, and no dash at an end.", WIDTH, "sm", "danger");
    private final Label words = Parts.prose("", WIDTH - 36, "sm", "muted");
    private final StackPane sign = new StackPane();
    private final Button go = Parts.button(Feather.GIT_BRANCH, "Branch", "primary");
    private final Stepper count = new Stepper(3, MOST, n -> check());

    private BranchDialog(Desk desk, Subject subject, Consumer<Branch> act) {
        this.desk = desk;
        this.subject = subject;
        this.act = act;
        this.name = SnapshotDialog.field(subject.name());
        getStyleClass().add("dialog-box");
        setPrefWidth(WIDTH + 48);
        name.textProperty().addListener((at, was, now) -> check());
        HBox fields = Parts.row(
                12,
                SnapshotDialog.titled("How many", count),
                Parts.growing(SnapshotDialog.titled("Called, each with a number", name)));
        HBox memory = Parts.row(12, sign, words);
        memory.getStyleClass().add("sunken-box");
        memory.setPadding(new Insets(12));
        VBox body = Parts.column(
                16,
                Parts.text("Branch “" + subject.title() + "”", "h1"),
                Parts.prose(
                        "New sandboxes continue from this snapshot side by side. Each gets its own identity, journal and"
                                + " closed network; the sandbox they come from is not touched.",
                        WIDTH,
                        "muted"),
                fields,
                complaint,
                memory);
        body.getStyleClass().add("dialog-body");
        VBox.setMargin(fields, new Insets(8, 0, 0, 0));
        VBox.setMargin(memory, new Insets(8, 0, 0, 0));
        getChildren().addAll(body, foot());
        setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ENTER && !go.isDisabled()) {
                act();
                e.consume();
            }
        });
        check();
    }

    /// Opens it.
    public static void open(Desk desk, Subject subject, Consumer<Branch> act) {
        BranchDialog dialog = new BranchDialog(desk, subject, act);
        desk.overlay().open(dialog);
        dialog.name.requestFocus();
    }

    private Node foot() {
        Button cancel = Parts.withKey(Parts.button("Cancel", "flat"), "Esc");
        cancel.setOnAction(e -> desk.overlay().close(this));
        go.setOnAction(e -> act());
        HBox foot = new HBox(Parts.grow(), cancel, go, Parts.key("Enter"));
        foot.getStyleClass().add("dialog-foot");
        return foot;
    }

    private void check() {
        String typed = name.getText().strip();
        boolean bad = !typed.isEmpty() && !typed.matches("[a-z0-9]([a-z0-9-]{0,38}[a-z0-9])?");
        complaint.setVisible(bad);
        complaint.setManaged(bad);
        name.pseudoClassStateChanged(Pseudo.BAD, bad);
        go.setDisable(bad);
        go.setText(count.value() == 1 ? "Branch" : "Branch ×" + count.value());
        boolean much = memory();
        sign.getChildren().setAll(Icon.of(much ? Feather.ALERT_TRIANGLE : Feather.CPU, 14, much ? "warn" : "muted"));
        sign.getStyleClass().setAll("mark-box", much ? "warn" : "neutral");
    }

    /// Says what they may take; true when that may be more than there is.
    private boolean memory() {
        HostStatus host = subject.host();
        Limits limits = subject.limits();
        if (host == null || limits == null) {
            words.setText("They share the memory they do not change.");
            return false;
        }
        long wanted = (long) count.value() * limits.memoryMiB() * MIB;
        boolean much = wanted > host.memoryFree();
        String grow = count.value() == 1 ? "It may grow to " : "Together they may grow to ";
        words.setText("They start as copies that share memory and use only what they write. " + grow
                + Figures.bytes(wanted) + "; " + Figures.bytes(host.memoryFree()) + " is free here"
                + (much ? ", so stop something before they fill up." : "."));
        return much;
    }

    private void act() {
        desk.overlay().close(this);
        String typed = name.getText().strip();
        act.accept(new Branch(typed.isEmpty() ? null : typed, count.value()));
    }
}
