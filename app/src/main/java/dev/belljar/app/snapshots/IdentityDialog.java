package dev.belljar.app.snapshots;

import dev.belljar.app.action.Actions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.view.session.IdentityCheck;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Shows whether the guest has its own identity and not that of its origin: each item in green or red.
public final class IdentityDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(IdentityDialog.class);
    private static final double WIDTH = 688;
    private static final int DETAIL = 4;

    private final VBox body = UiParts.column(0);

    private IdentityDialog(UiContext context, String name) {
        super(context.overlay(), WIDTH, TEXTS.get("identity.title", name));
        icon(Feather.KEY);
        Label waiting = UiParts.text(TEXTS.get("identity.loading"), "muted");
        waiting.setPadding(new Insets(24));
        body.getChildren().setAll(waiting);
        content(body);
        foot(List.of(UiParts.text(TEXTS.get("identity.fingerprints"), "sm", "muted")), TEXTS.get("identity.close"));
    }

    /// Opens the dialog and asks the guest.
    public static void open(UiContext context, Actions actions, String id, String name) {
        IdentityDialog dialog = new IdentityDialog(context, name);
        context.overlay().open(dialog);
        UiTask<IdentityCheck> asking = actions.sandboxes()
                .identity(id)
                .done(dialog::show)
                .failed(dialog::fail)
                .begin();
        dialog.sceneProperty().addListener((at, was, now) -> {
            if (now == null) {
                asking.cancel();
            }
        });
    }

    /// The overall result, green or red.
    static Label badge(IdentityCheck check) {
        Label badge = UiParts.tag(new IdentityModel(check).result(), "big", check.ok() ? "ok" : "danger");
        badge.setGraphic(Icon.of(check.ok() ? Feather.CHECK : Feather.X, 12));
        return badge;
    }

    private void show(IdentityCheck check) {
        IdentityModel model = new IdentityModel(check);
        end(badge(check));
        Label says = UiParts.prose(model.explanation(), WIDTH - 48, "muted");
        VBox.setMargin(says, new Insets(16, 24, 12, 24));
        body.getChildren().setAll(says, table(check.items(), model.copied()));
    }

    private static Node table(List<IdentityCheck.IdentityItem> items, boolean copied) {
        GridPane grid = new GridPane(16, 0);
        grid.setPadding(new Insets(0, 24, 20, 24));
        grid.getStyleClass().add("identity-table");
        grid.addRow(
                0,
                new StackPane(),
                heading(TEXTS.get("identity.column.what")),
                heading(TEXTS.get("identity.column.here")),
                heading(copied ? TEXTS.get("identity.column.original") : ""));
        int at = 1;
        for (IdentityCheck.IdentityItem item : items) {
            StackPane line =
                    new StackPane(Icon.of(item.ok() ? Feather.CHECK : Feather.X, 14, item.ok() ? "ok" : "danger"));
            line.setMinHeight(32);
            line.setAccessibleText(FigureFormat.printable(item.detail()));
            String was = item.origin();
            grid.addRow(at, line, UiParts.text(item.label(), "med"), value(item.value()), value(was));
            // The tick says that an item is right; only a wrong one is explained.
            if (!item.ok()) {
                grid.add(UiParts.prose(FigureFormat.printable(item.detail()), 208, "sm", "danger"), DETAIL, at);
            }
            at++;
        }
        return grid;
    }

    private static Label heading(String words) {
        Label label = UiParts.text(words, "section");
        label.setMinHeight(32);
        return label;
    }

    private static Label value(@Nullable String value) {
        return UiParts.text(IdentityModel.value(value), "mono", "m12", "muted");
    }

    private void fail(Problem problem) {
        VBox problemBox = UiParts.column(
                8, UiParts.prose(ProblemText.detail(problem), WIDTH - 48, "danger"), ProblemPane.code(problem));
        problemBox.setPadding(new Insets(24));
        body.getChildren().setAll(problemBox);
    }
}
