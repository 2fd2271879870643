package dev.belljar.app.trust;

import dev.belljar.app.action.TrustActions;
import dev.belljar.app.action.UiTask;
import dev.belljar.app.desktop.TrustState;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.text.ProblemText;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.CardPane;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.ProblemPane;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.problem.Problem;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// Adds the certificate of sandbox addresses to the user's browsers, explains the effect, and removes it.
public final class TrustDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(TrustDialog.class);
    private static final double WIDTH = 672;
    private static final double PROSE = WIDTH - 2 * PADDING;

    private final TrustActions actions;
    private final HBox badge = UiParts.row(0);
    private final VBox standing = UiParts.column(12);
    private final Button give = UiParts.button(TEXTS.get("trust.give"), "primary");
    private final Button back = UiParts.button(TEXTS.get("trust.back"), "flat", "quiet-danger");

    private TrustDialog(UiContext context, TrustActions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("trust.title"));
        this.actions = actions;
        getStyleClass().add("trust");
        icon(Feather.LOCK);
        end(badge);
        body(
                12,
                UiParts.prose(TEXTS.get("trust.about"), PROSE),
                UiParts.prose(TEXTS.get("trust.limits"), PROSE, "sm", "muted"),
                standing,
                UiParts.text(TEXTS.get("trust.restart"), "sm", "muted"));
        give.getStyleClass().add("give-trust");
        give.setOnAction(e -> begin(actions.give(), TEXTS.get("trust.giving")));
        back.getStyleClass().add("take-trust");
        back.setOnAction(e -> begin(actions.takeBack(), TEXTS.get("trust.taking")));
        offer(false, false);
    }

    /// Opens the dialog and reads the state of the browsers.
    public static void open(UiContext context, TrustActions actions) {
        TrustDialog dialog = new TrustDialog(context, actions);
        context.overlay().open(dialog);
        dialog.begin(actions.look(), TEXTS.get("trust.looking"));
    }

    private void begin(UiTask<TrustState> next, String words) {
        badge.getChildren().clear();
        // A hidden button passes the focus to the next node, which is behind the dialog.
        requestFocus();
        offer(false, false);
        standing.getChildren()
                .setAll(UiParts.row(8, new StateShape(StateShape.ShapeKind.BUSY, 12), UiParts.text(words)));
        // Closing the dialog does not cancel the task: a change to a browser is always completed.
        next.done(this::show).failed(this::fail).begin();
    }

    private void offer(boolean giving, boolean taking) {
        foot(
                taking ? List.of(back) : List.of(),
                TEXTS.get("trust.close"),
                giving ? new Button[] {give} : new Button[0]);
    }

    private void show(TrustState trust) {
        TrustModel model = new TrustModel(trust);
        offer(model.offersTrust(), model.offersRemoval());
        String hindrance = trust.hindrance();
        badge.getChildren().setAll(tag(model));
        if (hindrance != null) {
            standing.getChildren().setAll(hindered(hindrance, trust.remedy()));
            return;
        }
        CardPane rows = new CardPane();
        rows.rows(trust.browsers().stream().map(TrustDialog::row).toList());
        standing.getChildren().setAll(rows);
        if (model.offersTrust()) {
            give.requestFocus();
        }
    }

    private static Label tag(TrustModel model) {
        Label tag = UiParts.tag(model.words(), "big");
        if (!model.style().isEmpty()) {
            tag.getStyleClass().add(model.style());
        }
        return tag;
    }

    private static HBox row(TrustState.BrowserState browser) {
        boolean trusts = browser.status() == TrustState.TrustStatus.TRUSTED;
        Label tag = UiParts.tag(browser.status().words(), trusts ? "ok" : "warn");
        tag.setGraphic(Icon.of(trusts ? Feather.CHECK : Feather.MINUS, 12));
        HBox row = UiParts.row(
                8,
                Icon.of(Feather.GLOBE, 14, "muted"),
                UiParts.text(browser.name()),
                UiParts.growing(UiParts.cut(browser.place(), "mono", "m12", "faint")),
                tag);
        row.getStyleClass().addAll("rule-row", "tall");
        return row;
    }

    private VBox hindered(String why, @Nullable String remedy) {
        Button again = UiParts.button(Feather.ROTATE_CW, TEXTS.get("trust.again"), "small");
        again.setOnAction(e -> begin(actions.look(), TEXTS.get("trust.looking")));
        VBox all =
                UiParts.column(12, UiParts.row(8, Icon.of(Feather.INFO, 14, "faint"), UiParts.prose(why, PROSE - 24)));
        if (remedy != null) {
            Button copy = UiParts.button(Feather.COPY, TEXTS.get("trust.copy"), "flat", "small");
            copy.setOnAction(e -> ContextMenus.copied(remedy));
            HBox box = UiParts.row(8, UiParts.growing(UiParts.text(remedy, "mono", "m12")), copy);
            box.getStyleClass().add("sunken-box");
            all.getChildren().add(box);
        }
        all.getChildren().add(again);
        return all;
    }

    private void fail(Problem problem) {
        Button again = UiParts.button(Feather.ROTATE_CW, TEXTS.get("trust.again"), "small");
        again.setOnAction(e -> begin(actions.look(), TEXTS.get("trust.looking")));
        badge.getChildren().setAll(UiParts.tag(TEXTS.get("trust.tag.failed"), "big", "danger"));
        standing.getChildren()
                .setAll(UiParts.prose(ProblemText.detail(problem), PROSE, "danger"), ProblemPane.code(problem), again);
    }
}
