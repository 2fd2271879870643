package dev.belljar.app.snapshots;

import dev.belljar.app.action.AgentCommands;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.IdentityCheck;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// Whether a machine knows that it is not the one it was copied from: each thing that makes it itself,
/// green or red.
public final class IdentityDialog extends DialogFrame {
    private static final double WIDTH = 688;

    private final VBox body = UiParts.column(0);

    private IdentityDialog(UiContext desk, String name) {
        super(desk.overlay(), WIDTH, "Identity of " + name);
        icon(Feather.KEY);
        Label waiting = UiParts.text("Asking the machine who it takes itself for…", "muted");
        waiting.setPadding(new Insets(24));
        body.getChildren().setAll(waiting);
        content(body);
        foot(List.of(UiParts.text("Only fingerprints are shown.", "sm", "muted")), "Close");
    }

    /// Opens it and asks the machine.
    public static void open(UiContext desk, AgentCommands wishes, String id, String name) {
        IdentityDialog dialog = new IdentityDialog(desk, name);
        desk.overlay().open(dialog);
        UiTask<IdentityCheck> asking =
                wishes.identity(id).done(dialog::show).failed(dialog::fail).begin();
        dialog.sceneProperty().addListener((at, was, now) -> {
            if (now == null) {
                asking.cancel();
            }
        });
    }

    /// A green or a red word for the whole.
    static Label badge(IdentityCheck check) {
        Label badge = UiParts.tag(words(check), "big", check.ok() ? "ok" : "danger");
        badge.setGraphic(Icon.of(check.ok() ? Feather.CHECK : Feather.X, 12));
        return badge;
    }

    private static String words(IdentityCheck check) {
        long bad = check.items().stream().filter(i -> !i.ok()).count();
        return check.ok() ? check.origin() == null ? "its own" : "all differ" : bad + " the same";
    }

    private void show(IdentityCheck check) {
        end(badge(check));
        Label says = UiParts.prose(
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
                UiParts.text("What", "section"),
                UiParts.text("Here", "section"),
                UiParts.text(copied ? "In the original" : "", "section"),
                UiParts.text("", "section"));
        int at = 1;
        for (IdentityCheck.Item item : items) {
            Label detail =
                    UiParts.prose(FigureFormat.printable(item.detail()), 208, "sm", item.ok() ? "muted" : "danger");
            StackPane line =
                    new StackPane(Icon.of(item.ok() ? Feather.CHECK : Feather.X, 14, item.ok() ? "ok" : "danger"));
            line.setMinHeight(32);
            String was = item.origin();
            grid.addRow(
                    at,
                    line,
                    UiParts.text(item.label(), "med"),
                    UiParts.text(FigureFormat.printable(FigureFormat.middle(item.value(), 18)), "mono", "m12"),
                    UiParts.text(
                            was == null ? "" : FigureFormat.printable(FigureFormat.middle(was, 18)),
                            "mono",
                            "m12",
                            "muted"),
                    detail);
            at++;
        }
        return grid;
    }

    private void fail(Problem problem) {
        VBox trouble =
                UiParts.column(8, UiParts.prose(problem.detail(), WIDTH - 48, "danger"), ProblemPane.code(problem));
        trouble.setPadding(new Insets(24));
        body.getChildren().setAll(trouble);
    }
}
