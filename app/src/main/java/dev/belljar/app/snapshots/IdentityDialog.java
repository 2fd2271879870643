package dev.belljar.app.snapshots;

import dev.belljar.app.intent.Doing;
import dev.belljar.app.intent.Wishes;
import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Figures;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.app.look.Trouble;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.IdentityCheck;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Whether a machine knows that it is not the one it was copied from: each thing that makes it itself,
/// green or red.
public final class IdentityDialog extends VBox {
    private static final double WIDTH = 688;

    private final HBox title = Parts.row(12);
    private final VBox body = Parts.column(0);
    private final String name;

    private IdentityDialog(Desk desk, String name) {
        this.name = name;
        getStyleClass().add("dialog-box");
        setPrefWidth(WIDTH);
        Label waiting = Parts.text("Asking the machine who it takes itself for…", "muted");
        waiting.setPadding(new Insets(24));
        title.getStyleClass().add("dialog-head");
        head(null);
        body.getChildren().setAll(waiting);
        Button close = Parts.withKey(Parts.button("Close", "flat"), "Esc");
        close.setOnAction(e -> desk.overlay().close(this));
        HBox foot = new HBox(
                Parts.prose(
                        "Values are shown as fingerprints: the secrets themselves stay where they are.",
                        460,
                        "sm",
                        "muted"),
                Parts.grow(),
                close);
        foot.getStyleClass().add("dialog-foot");
        getChildren().addAll(title, body, foot);
    }

    /// Opens it and asks the machine.
    public static void open(Desk desk, Wishes wishes, String id, String name) {
        IdentityDialog dialog = new IdentityDialog(desk, name);
        desk.overlay().open(dialog);
        Doing<IdentityCheck> asking =
                wishes.identity(id).done(dialog::show).failed(dialog::fail).begin();
        dialog.sceneProperty().addListener((at, was, now) -> {
            if (now == null) {
                asking.cancel();
            }
        });
    }

    /// A green or a red word for the whole.
    static Label badge(IdentityCheck check) {
        Label badge = Parts.tag(words(check), "big", check.ok() ? "ok" : "danger");
        badge.setGraphic(Icon.of(check.ok() ? Feather.CHECK : Feather.X, 12));
        return badge;
    }

    private static String words(IdentityCheck check) {
        long bad = check.items().stream().filter(i -> !i.ok()).count();
        return check.ok() ? check.origin() == null ? "its own" : "all differ" : bad + " the same";
    }

    private void head(@Nullable IdentityCheck check) {
        title.getChildren().setAll(Icon.of(Feather.KEY), Parts.text("Identity of " + name, "h2"), Parts.grow());
        if (check != null) {
            title.getChildren().add(badge(check));
        }
    }

    private void show(IdentityCheck check) {
        head(check);
        Label says = Parts.prose(
                check.origin() == null
                        ? "This machine booted by itself, so there is no other it could be taken for."
                        : "It continued from a saved machine. Everything that identifies a machine must have changed since.",
                WIDTH - 48,
                "muted");
        VBox.setMargin(says, new Insets(16, 24, 8, 24));
        body.getChildren().setAll(says, table(check.items(), check.origin() != null));
    }

    private static Node table(List<IdentityCheck.Item> items, boolean copied) {
        GridPane grid = new GridPane(16, 0);
        grid.setPadding(new Insets(0, 24, 16, 24));
        grid.addRow(
                0,
                new StackPane(),
                Parts.text("What", "section"),
                Parts.text("Here", "section"),
                Parts.text(copied ? "In the original" : "", "section"),
                Parts.text("", "section"));
        int at = 1;
        for (IdentityCheck.Item item : items) {
            Label detail = Parts.prose(Figures.printable(item.detail()), 208, "sm", item.ok() ? "muted" : "danger");
            StackPane line =
                    new StackPane(Icon.of(item.ok() ? Feather.CHECK : Feather.X, 14, item.ok() ? "ok" : "danger"));
            line.setMinHeight(32);
            String was = item.origin();
            grid.addRow(
                    at,
                    line,
                    Parts.text(item.label(), "med"),
                    Parts.text(Figures.printable(Figures.middle(item.value(), 18)), "mono", "m12"),
                    Parts.text(was == null ? "" : Figures.printable(Figures.middle(was, 18)), "mono", "m12", "muted"),
                    detail);
            at++;
        }
        return grid;
    }

    private void fail(Problem problem) {
        VBox trouble = Parts.column(8, Parts.prose(problem.detail(), WIDTH - 48, "danger"), Trouble.code(problem));
        trouble.setPadding(new Insets(24));
        body.getChildren().setAll(trouble);
    }
}
