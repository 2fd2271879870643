package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The frame of every dialog: a head with the title and a close button, the content, and a foot with the
/// other buttons.
///
/// In the foot the cancel button (Esc) is left of the primary button (Enter). The close button, Esc and the
/// cancel button all call [#leave()]. All content is [#PADDING] from the edge.
public class DialogFrame extends VBox {
    private static final Texts TEXTS = Texts.of(DialogFrame.class);
    /// The distance between the edge of a dialog and its content, in pixels.
    public static final double PADDING = 24;

    /// The style of a primary button that Enter does not press.
    public static final String CLICKED = "clicked";

    private static final double BUTTON_PADDING = 12;

    private final DialogLayer overlay;
    private final Label title;
    private final HBox beside = UiParts.row(8);
    private final HBox end = UiParts.row(12);
    private final HBox head;
    private final HBox foot = new HBox();
    private @Nullable Button primary;

    /// Creates a dialog of this width, without an icon and without a foot.
    @SuppressWarnings("this-escape") // the handlers are called only once the dialog is open
    public DialogFrame(DialogLayer overlay, double width, String title) {
        this.overlay = overlay;
        this.title = UiParts.cut(title, "h2");
        getStyleClass().add("dialog-box");
        setPrefWidth(width);
        Button cross = UiParts.iconButton(Feather.X, TEXTS.get("dialog.close"));
        cross.getStyleClass().add("dialog-close");
        cross.setOnAction(e -> leave());
        head = UiParts.row(12, this.title, beside, UiParts.grow(), end, cross);
        head.getStyleClass().add("dialog-head");
        foot.getStyleClass().add("dialog-foot");
        getChildren().add(head);
        addEventHandler(KeyEvent.KEY_PRESSED, this::key);
    }

    /// Shows an icon before the title.
    public final void icon(Feather icon) {
        head.getChildren().addFirst(Icon.of(icon));
    }

    public final void title(String words) {
        title.setText(words);
    }

    /// Shows these nodes right after the title, in place of those shown before.
    public final void beside(Node... nodes) {
        beside.getChildren().setAll(nodes);
    }

    /// Shows these nodes before the close button, in place of those shown before.
    public final void end(Node... nodes) {
        end.getChildren().setAll(nodes);
    }

    /// Fills the dialog with paragraphs and fields, `gap` pixels between each.
    public final VBox body(double gap, Node... nodes) {
        VBox body = UiParts.column(gap, nodes);
        body.getStyleClass().add("dialog-body");
        content(body);
        return body;
    }

    /// Fills the dialog with this node, up to its edges.
    public final void content(Node node) {
        getChildren().setAll(head, UiParts.growing(node));
        if (!foot.getChildren().isEmpty()) {
            getChildren().add(foot);
        }
    }

    /// Fills the foot: `aside` at the left, then the cancel button labelled `out`, then `acts`. Enter presses
    /// the last of `acts` with the style `primary`; a button that loses something does not have it, and one that
    /// accepts what somebody else has written is [#CLICKED], so both must be clicked.
    public final void foot(List<? extends Node> aside, String out, Button... acts) {
        Button cancel = UiParts.withKey(UiParts.button(out, "flat"), "Esc");
        cancel.getStyleClass().add("dialog-cancel");
        cancel.setOnAction(e -> leave());
        foot.getChildren().setAll(aside);
        // The text of a flat button is aligned with the content's left edge.
        if (!aside.isEmpty() && aside.getFirst() instanceof Button button && flat(button)) {
            HBox.setMargin(button, new Insets(0, 0, 0, -BUTTON_PADDING));
        }
        foot.getChildren().addAll(UiParts.grow(), cancel);
        primary = null;
        for (Button act : acts) {
            foot.getChildren().add(act);
            if (act.getStyleClass().contains("primary") && !act.getStyleClass().contains(CLICKED)) {
                primary = act;
            }
        }
        // Without other buttons, the text of the cancel button is aligned with the content's right edge.
        HBox.setMargin(cancel, new Insets(0, acts.length == 0 ? -BUTTON_PADDING : 0, 0, 0));
        Button act = primary;
        if (act != null && !act.getStyleClass().contains("keyed")) {
            UiParts.withKey(act, "Enter");
            act.getStyleClass().add("keyed");
        }
        if (!getChildren().contains(foot)) {
            getChildren().add(foot);
        }
    }

    /// Closes the dialog.
    protected void leave() {
        overlay.close(this);
    }

    private static boolean flat(Button button) {
        return button.getStyleClass().contains("flat");
    }

    private void key(KeyEvent e) {
        if (e.getCode() == KeyCode.ESCAPE) {
            leave();
            e.consume();
        } else if (e.getCode() == KeyCode.ENTER && enter(e)) {
            e.consume();
        }
    }

    /// Presses the button that has the focus, else the primary button.
    private boolean enter(KeyEvent e) {
        Button act = e.getTarget() instanceof Button focused ? focused : primary;
        if (act == null || act.isDisabled() || !act.isVisible()) {
            return false;
        }
        act.fire();
        return true;
    }
}
