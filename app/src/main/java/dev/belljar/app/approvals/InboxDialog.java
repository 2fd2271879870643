package dev.belljar.app.approvals;

import dev.belljar.app.action.ApprovalActions;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.drawing.Icon;
import dev.belljar.app.state.WatchRegistration;
import dev.belljar.app.state.WatchedValue;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.MotionSettings;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RuleAction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextInputControl;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// The pending approvals of all sandboxes. `A` allows, `O` allows once, `D` denies; `Esc` closes the dialog,
/// and the approvals stay pending.
public final class InboxDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(InboxDialog.class);
    private static final double WIDTH = 720;

    private final UiContext context;
    private final ApprovalActions actions;
    private final AnswerGuard careful = new AnswerGuard();
    private final InboxModel model = new InboxModel();
    private final Label count = UiParts.count("", "held");
    private final VBox notes = new VBox(4);
    private final VBox cards = new VBox(8);
    private final Map<String, ApprovalCard> known = new LinkedHashMap<>();
    private final Node nothing = nothing();
    private final ScrollPane scroll = new ScrollPane(cards);
    private final HBox keys = UiParts.row(
            12,
            hint(TEXTS.get("inbox.hint.choose"), "↑", "↓"),
            hint(TEXTS.get("inbox.hint.scope"), "←", "→"),
            hint(TEXTS.get("inbox.hint.allow"), "A"),
            hint(TEXTS.get("inbox.hint.once"), "O"),
            hint(TEXTS.get("inbox.hint.deny"), "D"));
    private final WatchRegistration registration;
    private Runnable unwatch = () -> {};

    private InboxDialog(WatchedValue<ApprovalList> approvals, UiContext context, ApprovalActions actions) {
        super(context.overlay(), WIDTH, TEXTS.get("inbox.title"));
        this.context = context;
        this.actions = actions;
        getStyleClass().add("inbox");
        setFocusTraversable(true);
        icon(Feather.BELL);
        beside(count);
        notes.setPadding(new Insets(0, 16, 12, 16));
        cards.setPadding(new Insets(12, 16, 16, 16));
        scroll.setFitToWidth(true);
        scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
        scroll.setFocusTraversable(false);
        scroll.maxHeightProperty().bind(context.overlay().heightProperty().subtract(264));
        // Notes are below the cards: nothing above the cards may grow under the pointer.
        content(UiParts.column(0, nothing, scroll, notes));
        foot(List.of(keys), TEXTS.get("inbox.close"));
        cards.hoverProperty().addListener((at, was, now) -> {
            model.still(now);
            draw();
        });
        addEventFilter(KeyEvent.KEY_PRESSED, this::key);
        addEventFilter(KeyEvent.KEY_RELEASED, e -> careful.released());
        sceneProperty().addListener((at, was, now) -> shown(now != null));
        registration = approvals.watch(this::show);
    }

    /// Opens the inbox, with this approval selected if it is still pending.
    public static InboxDialog open(
            WatchedValue<ApprovalList> approvals, UiContext context, ApprovalActions actions, String approvalId) {
        InboxDialog dialog = new InboxDialog(approvals, context, actions);
        dialog.model.choose(approvalId);
        dialog.draw();
        context.overlay().open(dialog, Pos.TOP_CENTER, new Insets(72, 0, 0, 0));
        return dialog;
    }

    /// True while the dialog is shown.
    public boolean isOpen() {
        return getScene() != null;
    }

    /// Shows a note about an approval that is no longer pending.
    private void note(String words) {
        model.note(words);
        draw();
    }

    private void shown(boolean there) {
        unwatch.run();
        actions.sayIn(there ? this::note : null);
        unwatch = there ? context.seconds().watch(this::draw) : () -> {};
        if (!there) {
            registration.close();
        }
    }

    private void show(ApprovalList approvals) {
        boolean moved = model.show(approvals);
        if (moved && isOpen() && MotionSettings.passing()) {
            careful.begin();
        }
        draw();
    }

    private void draw() {
        List<Approval> waiting = model.waiting();
        count.setText(Integer.toString(waiting.size()));
        count.setVisible(!waiting.isEmpty());
        List<Approval> shown = model.shown();
        known.keySet().retainAll(shown.stream().map(Approval::id).toList());
        shown.forEach(this::draw);
        List<Node> next = shown.stream().map(q -> (Node) known.get(q.id())).toList();
        if (!cards.getChildren().equals(next)) {
            cards.getChildren().setAll(next);
        }
        there(nothing, shown.isEmpty());
        there(scroll, !shown.isEmpty());
        keys.setVisible(!waiting.isEmpty());
        List<Node> noteLines = model.notes().stream().map(InboxDialog::line).toList();
        notes.getChildren().setAll(noteLines);
        there(notes, !noteLines.isEmpty());
        keepKeyboard();
    }

    private void draw(Approval approval) {
        ApprovalCard card = known.computeIfAbsent(approval.id(), id -> card(approval));
        if (model.ended(approval)) {
            card.end();
        } else {
            card.show(approval, model.firstTime(approval), model.isChosen(approval), context.now());
        }
    }

    /// A removed card takes the focus with it, and `Esc` would stop working: the dialog takes the focus back.
    private void keepKeyboard() {
        if (!isOpen()) {
            return;
        }
        // A node that was just hidden keeps the focus until the next frame gives it to another node.
        for (Node at = getScene().getFocusOwner();
                at != null && at.isVisible() && !at.isDisable();
                at = at.getParent()) {
            if (at.equals(this)) {
                return;
            }
        }
        requestFocus();
    }

    private static void there(Node node, boolean now) {
        node.setVisible(now);
        node.setManaged(now);
    }

    private ApprovalCard card(Approval approval) {
        return new ApprovalCard(
                approval,
                () -> {
                    model.choose(approval.id());
                    draw();
                },
                answer -> {
                    if (careful.calm()) {
                        actions.answer(approval, answer);
                    }
                });
    }

    private void key(KeyEvent e) {
        boolean typing = e.getTarget() instanceof TextInputControl;
        boolean plain = !e.isControlDown() && !e.isAltDown() && !e.isMetaDown();
        if (plain && !typing && handled(e)) {
            e.consume();
        }
    }

    private boolean handled(KeyEvent e) {
        boolean button = e.getTarget() instanceof ButtonBase;
        switch (e.getCode()) {
            case UP -> move(-1);
            case DOWN -> move(1);
            case LEFT -> withCard(card -> card.step(-1));
            case RIGHT -> withCard(card -> card.step(1));
            case A -> answer(card -> card.act(RuleAction.ALLOW));
            case O -> answer(ApprovalCard::once);
            case D -> answer(card -> card.act(RuleAction.DENY));
            case ENTER -> {
                if (button) {
                    return false;
                }
                withCard(ApprovalCard::more);
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void answer(Consumer<ApprovalCard> act) {
        if (careful.mayAnswer()) {
            withCard(act);
        }
    }

    private void move(int by) {
        model.move(by);
        requestFocus();
        draw();
    }

    private void withCard(Consumer<ApprovalCard> act) {
        Optional<ApprovalCard> card = model.chosen().map(q -> known.get(q.id()));
        card.ifPresent(act);
    }

    private static Node nothing() {
        VBox words = UiParts.column(
                4,
                UiParts.text(TEXTS.get("inbox.empty.title"), "h3"),
                UiParts.prose(TEXTS.get("inbox.empty.text"), 600, "muted"));
        words.setPadding(new Insets(24));
        return words;
    }

    private static Node line(String words) {
        HBox line = UiParts.row(8, Icon.of(Feather.INFO, 14, "muted"), UiParts.prose(words, 640, "sm", "muted"));
        line.getStyleClass().add("inbox-note");
        return line;
    }

    private static HBox hint(String words, String... keys) {
        HBox hint = UiParts.row(4);
        for (String key : keys) {
            hint.getChildren().add(UiParts.key(key));
        }
        hint.getChildren().add(UiParts.text(words, "sm", "muted"));
        return hint;
    }
}
