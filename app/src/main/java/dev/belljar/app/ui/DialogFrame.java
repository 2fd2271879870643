package dev.belljar.app.ui;

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

/// The frame of every dialog: a head with the title and a cross, what the dialog is about, and a foot with its buttons.
///
/// In the foot the way out (Esc) is left of the button that acts (Enter). The cross, Esc and the way out all call
/// [#leave()]. Everything begins and ends [#PADDING] from the edge.
public class DialogFrame extends VBox {
    private static final Texts TEXTS = Texts.of(DialogFrame.class);
    /// Between the edge of a dialog and what is in it, pixels.
    public static final double PADDING = 24;

    private static final double BUTTON_PADDING = 12;

    private final DialogLayer overlay;
    private final Label title;
    private final HBox beside = UiParts.row(8);
    private final HBox end = UiParts.row(12);
    private final HBox head;
    private final HBox foot = new HBox();
    private @Nullable Button primary;

    /// A dialog of this width without an icon and without a foot.
    @SuppressWarnings("this-escape") // what is handed out is called only once the dialog is open
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

    /// Changes the title.
    public final void title(String words) {
        title.setText(words);
    }

    /// Shows these right behind the title; those that were there go.
    public final void beside(Node... nodes) {
        beside.getChildren().setAll(nodes);
    }

    /// Shows these before the cross; those that were there go.
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

    /// Fills the dialog with this, up to its edges.
    public final void content(Node node) {
        getChildren().setAll(head, UiParts.growing(node));
        if (!foot.getChildren().isEmpty()) {
            getChildren().add(foot);
        }
    }

    /// The foot: `aside` at the left, then the way out, then `acts`. The last of these is what Enter presses, unless
    /// it loses something and so must be chosen by hand.
    public final void foot(List<? extends Node> aside, String out, Button... acts) {
        Button cancel = UiParts.withKey(UiParts.button(out, "flat"), "Esc");
        cancel.getStyleClass().add("dialog-cancel");
        cancel.setOnAction(e -> leave());
        foot.getChildren().setAll(aside);
        // The words of a button without an edge begin where everything begins.
        if (!aside.isEmpty() && aside.getFirst() instanceof Button button && flat(button)) {
            HBox.setMargin(button, new Insets(0, 0, 0, -BUTTON_PADDING));
        }
        foot.getChildren().addAll(UiParts.grow(), cancel);
        primary = null;
        for (Button act : acts) {
            foot.getChildren().add(act);
            if (act.getStyleClass().contains("primary")) {
                primary = act;
            }
        }
        // Without a button that acts, the words of the way out end where everything ends.
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

    /// Closes it.
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

    /// Enter presses the button that has the keyboard, else the one that acts.
    private boolean enter(KeyEvent e) {
        Button act = e.getTarget() instanceof Button focused ? focused : primary;
        if (act == null || act.isDisabled() || !act.isVisible()) {
            return false;
        }
        act.fire();
        return true;
    }
}
