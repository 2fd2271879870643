package dev.belljar.app.approvals;

import dev.belljar.app.action.Actions;
import dev.belljar.app.approval.ApprovalList;
import dev.belljar.app.approval.ApprovalText;
import dev.belljar.app.drawing.StateShape;
import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.text.Texts;
import dev.belljar.app.theme.MotionSettings;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.request.policy.AnswerApproval;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// One pending approval at the lower edge of the window, with buttons to answer it; it never takes the
/// keyboard focus by itself.
///
/// Approvals of the sandbox on screen come first. The shown one stays until it ends or the user pages on.
/// When one appears or replaces another, the buttons do nothing for half a second, so that a click meant for
/// the previous content does not answer it.
public final class ApprovalDock extends HBox {
    /// The key that moves the focus to the dock, as shown on key caps.
    public static final String KEY = "Ctrl Shift A";

    private static final Texts TEXTS = Texts.of(ApprovalDock.class);
    private static final double WIDE = 1080;
    private static final double NARROW = 900;

    private final Actions actions;
    private final UiContext context;
    private final Label target = UiParts.cut("", "mono", "semi");
    private final Label protocol = UiParts.tag("");
    private final Label left = UiParts.tag("", "held");
    private final Label fresh = UiParts.tag(TEXTS.get("card.first"), "line");
    private final Label who = UiParts.cut("", "sm", "muted");
    private final Button previous = UiParts.iconButton(Feather.CHEVRON_LEFT, TEXTS.get("dock.previous"), "small");
    private final Label place = UiParts.text("", "sm", "muted");
    private final Button next = UiParts.iconButton(Feather.CHEVRON_RIGHT, TEXTS.get("dock.next"), "small");
    private final HBox pager = UiParts.row(2, previous, place, next);
    private final Button once = UiParts.withKey(UiParts.button(TEXTS.get("dock.once")), "O");
    private final Button sandbox = UiParts.withKey(UiParts.button(TEXTS.get("dock.sandbox")), "A");
    private final MenuButton always = new MenuButton(TEXTS.get("dock.always"));
    private final Button deny = UiParts.withKey(UiParts.button(TEXTS.get("dock.deny"), "dangerous"), "D");
    private final Button all = UiParts.button(TEXTS.get("dock.all"), "flat");
    private final HBox hint = UiParts.row(6, UiParts.key(KEY), UiParts.text(TEXTS.get("dock.focus"), "sm", "faint"));
    private final AnswerGuard careful = new AnswerGuard();
    private final DockModel model = new DockModel();
    private @Nullable Node before;

    public ApprovalDock(Actions actions, UiContext context) {
        super(12);
        this.actions = actions;
        this.context = context;
        getStyleClass().add("dock");
        StackPane sign = new StackPane(new StateShape(StateShape.ShapeKind.HELD, 12));
        sign.getStyleClass().addAll("mark-box", "large", "held");
        target.setMinWidth(48);
        HBox first = UiParts.row(8, target, protocol, left, fresh);
        VBox words = UiParts.growing(UiParts.column(2, first, UiParts.row(16, who, hint)));
        words.setMinWidth(0);
        words.setAlignment(Pos.CENTER_LEFT);
        HBox ways = UiParts.row(8, pager, once, sandbox, always, deny, all);
        ways.setMinWidth(USE_PREF_SIZE);
        pager.setMinWidth(USE_PREF_SIZE);
        buttons();
        tips();
        getChildren().addAll(sign, words, ways);
        addEventHandler(KeyEvent.KEY_RELEASED, e -> careful.released());
        addEventHandler(KeyEvent.KEY_PRESSED, this::key);
        widthProperty().addListener((at, was, now) -> fit());
        context.seconds().watch(this::draw);
        put(false);
    }

    private void buttons() {
        previous.setOnAction(e -> page(-1));
        next.setOnAction(e -> page(1));
        once.setOnAction(e -> answer(RuleAction.ALLOW, RuleScope.ONCE));
        sandbox.setOnAction(e -> answer(RuleAction.ALLOW, RuleScope.SANDBOX));
        deny.setOnAction(e -> answer(RuleAction.DENY, RuleScope.SANDBOX));
        all.setOnAction(e -> open());
        once.getStyleClass().add("once");
        always.getStyleClass().add("always");
        always.setMinWidth(USE_PREF_SIZE);
        always.getItems()
                .setAll(
                        ContextMenus.item(
                                TEXTS.get("dock.always.project"),
                                Feather.FOLDER,
                                () -> answer(RuleAction.ALLOW, RuleScope.PROJECT)),
                        ContextMenus.item(
                                TEXTS.get("dock.always.user"),
                                Feather.USER,
                                () -> answer(RuleAction.ALLOW, RuleScope.USER)),
                        ContextMenus.item(TEXTS.get("dock.always.limits"), Feather.SLIDERS, this::open));
    }

    private void tips() {
        UiParts.tip(once, TEXTS.get("dock.once.tip"), "");
        UiParts.tip(sandbox, TEXTS.get("dock.sandbox.tip"), "");
        UiParts.tip(always, TEXTS.get("dock.always.tip"), "");
        UiParts.tip(deny, TEXTS.get("dock.deny.tip"), "");
        UiParts.tip(fresh, TEXTS.get("card.first.tip"), "");
        UiParts.tip(hint, TEXTS.get("dock.focus.tip"), "");
    }

    /// Shows one of the pending approvals and their number. Those of the sandbox `front` come first; those of
    /// `shownElsewhere` are left out because the screen in front shows them itself. Both are ids and may be empty.
    public void show(ApprovalList approvals, String front, String shownElsewhere) {
        if (model.show(approvals, front, shownElsewhere) && MotionSettings.passing()) {
            careful.begin();
        }
        put(model.open());
        draw();
    }

    /// Hides the dock while the inbox is open, which shows the same approvals.
    public void cover(boolean now) {
        model.cover(now);
        put(model.open());
    }

    /// Moves the focus to the dock, so that single letters answer; `Esc` returns it. False if no approval is
    /// shown.
    public boolean enter() {
        if (model.shown().isEmpty() || model.covered()) {
            return false;
        }
        model.fold(false);
        put(true);
        Node owner = getScene().getFocusOwner();
        if (!equals(owner)) {
            before = owner;
        }
        requestFocus();
        return true;
    }

    private void draw() {
        model.shown().ifPresent(this::draw);
    }

    private void draw(Approval approval) {
        target.setText(ApprovalText.destination(approval));
        protocol.setText(ApprovalText.protocol(approval));
        String clock = ApprovalText.deniedIn(approval, context.now());
        left.setText(
                getWidth() < NARROW
                        ? clock
                        : TEXTS.get("card.clock", ApprovalText.held(approval, context.now()), clock));
        who.setText(TEXTS.get(
                getWidth() < NARROW ? "dock.who.narrow" : "dock.who",
                approval.sandboxName(),
                ApprovalText.program(approval),
                ApprovalText.waiting(approval)));
        place.setText(TEXTS.get("dock.place", model.position(), model.count()));
        there(pager, model.count() > 1);
        previous.setDisable(!model.canPage(-1));
        next.setDisable(!model.canPage(1));
        setAccessibleText(TEXTS.get("dock.reader", target.getText(), who.getText(), clock, KEY));
        fit();
    }

    /// In a narrow window the buttons stay and the explanations are hidden.
    private void fit() {
        there(fresh, model.firstTime() && getWidth() >= NARROW);
        there(hint, getWidth() >= WIDE);
        there(all, getWidth() >= NARROW);
        there(protocol, getWidth() >= NARROW);
    }

    private void page(int by) {
        if (model.page(by)) {
            draw();
        }
    }

    private void key(KeyEvent e) {
        switch (e.getCode()) {
            case A -> letter(RuleAction.ALLOW, RuleScope.SANDBOX);
            case O -> letter(RuleAction.ALLOW, RuleScope.ONCE);
            case D -> letter(RuleAction.DENY, RuleScope.SANDBOX);
            case LEFT -> page(-1);
            case RIGHT -> page(1);
            case ESCAPE -> {
                model.fold(true);
                put(false);
            }
            default -> {
                return;
            }
        }
        e.consume();
    }

    private void letter(RuleAction action, RuleScope scope) {
        if (careful.mayAnswer()) {
            answer(action, scope);
        }
    }

    private void answer(RuleAction action, RuleScope scope) {
        if (careful.calm()) {
            model.shown()
                    .ifPresent(approval ->
                            actions.approvals().answer(approval, new AnswerApproval(action, scope, null, null)));
        }
    }

    private void open() {
        actions.navigation().open(new DialogKind.ShowInbox(model.id()));
    }

    /// Shows or hides the dock; hiding returns the focus to the node that had it before.
    private void put(boolean now) {
        boolean had = !now && getScene() != null && isFocusWithin();
        there(this, now && !model.covered());
        Node back = before;
        if (had && back != null && back.getScene() != null) {
            back.requestFocus();
        }
        if (!now) {
            before = null;
        }
    }

    private static void there(Node node, boolean now) {
        node.setVisible(now);
        node.setManaged(now);
    }
}
