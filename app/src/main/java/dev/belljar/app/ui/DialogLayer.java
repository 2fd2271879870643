package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.theme.MotionSettings;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import javafx.animation.PauseTransition;
import javafx.beans.InvalidationListener;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;
import org.kordamp.ikonli.feather.Feather;

/// The layer above the window's content: dialogs on a scrim, and short messages at the lower right.
public final class DialogLayer extends StackPane {
    private static final int MOST_SAID = 4;

    private final Deque<StackPane> layers = new ArrayDeque<>();
    private final VBox toasts = new VBox(8);
    private final Set<Region> below = new LinkedHashSet<>();
    private @Nullable Node before;

    public DialogLayer(Node window) {
        toasts.setAlignment(Pos.BOTTOM_RIGHT);
        toasts.setPickOnBounds(false);
        lift();
        toasts.setFillWidth(false);
        getChildren().addAll(window, toasts);
        sceneProperty().flatMap(Scene::focusOwnerProperty).subscribe(_ -> keep());
    }

    /// Keeps the keyboard in the newest dialog. Otherwise JavaFX moves it to the window below when the control that has
    /// it is removed or disabled, or at Tab: what the user types would go to the terminal, and Esc would not
    /// close the dialog.
    private void keep() {
        StackPane top = layers.peek();
        Scene scene = getScene();
        if (top == null || scene == null || has(top, scene.getFocusOwner()) || has(toasts, scene.getFocusOwner())) {
            return;
        }
        top.getChildren().getFirst().requestFocus();
        // The part to which the dialog passes it may be disabled.
        if (!has(top, scene.getFocusOwner())) {
            top.requestFocus();
        }
    }

    private static boolean has(Node part, @Nullable Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (at.equals(part)) {
                return true;
            }
        }
        return false;
    }

    /// Shows messages above this part at the lower edge of the window or of a screen while it is shown, so
    /// that they do not cover its buttons.
    public void standOn(Region lower) {
        InvalidationListener measure = _ -> lift();
        lower.managedProperty().addListener(measure);
        lower.heightProperty().addListener(measure);
        lower.sceneProperty().subscribe(scene -> {
            if (scene == null) {
                below.remove(lower);
            } else {
                below.add(lower);
            }
            lift();
        });
    }

    private void lift() {
        double height = below.stream()
                .filter(Region::isManaged)
                .mapToDouble(Region::getHeight)
                .sum();
        toasts.setPadding(new Insets(0, 16, 40 + height, 0));
    }

    /// Opens a dialog; `Esc` and a click outside close it.
    public void open(Region dialog, Pos where, Insets margin) {
        put(dialog, where, margin, "scrim");
    }

    /// Opens a small dialog next to its subject, without dimming the window.
    public void popover(Region dialog, Pos where, Insets margin) {
        put(dialog, where, margin, "no-scrim");
    }

    private void put(Region dialog, Pos where, Insets margin, String style) {
        if (layers.isEmpty() && getScene() != null) {
            before = getScene().getFocusOwner();
        }
        StackPane layer = new StackPane(dialog);
        layer.getStyleClass().add(style);
        dialog.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        StackPane.setAlignment(dialog, where);
        StackPane.setMargin(dialog, margin);
        layer.setOnMousePressed(e -> {
            if (layer.equals(e.getTarget())) {
                close();
            }
        });
        layer.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ESCAPE) {
                close();
                e.consume();
            }
        });
        layers.push(layer);
        getChildren().add(layer);
        // A focused control without a skin drops typed keys: create the skin before the next frame.
        layer.applyCss();
        dialog.requestFocus();
        keep();
    }

    /// Opens a dialog in the middle of the window.
    public void open(Region dialog) {
        open(dialog, Pos.CENTER, new Insets(24));
    }

    /// Closes the newest dialog; after the last one, the focus returns to the control that had it before.
    public void close() {
        if (!layers.isEmpty()) {
            getChildren().remove(layers.pop());
            if (layers.isEmpty() && before != null) {
                before.requestFocus();
            }
        }
    }

    /// Closes this dialog if it is the newest; false when it is not.
    public boolean close(Region dialog) {
        StackPane top = layers.peek();
        boolean there = top != null && top.getChildren().contains(dialog);
        if (there) {
            close();
        }
        return there;
    }

    /// True if a dialog is open.
    public boolean busy() {
        return !layers.isEmpty();
    }

    /// Shows a short message for five seconds; never a question.
    public void say(Feather icon, String words, String style) {
        put(UiParts.row(12, Icon.of(icon, 16, style), UiParts.prose(words, 300)), 336, 5);
    }

    /// Shows for fifteen seconds what was done, with a button for one next step.
    public void offer(Feather icon, String words, String style, String way, Runnable action) {
        Button button = UiParts.button(way, "small");
        HBox toast = UiParts.row(12, Icon.of(icon, 16, style), UiParts.growing(UiParts.prose(words, 280)), button);
        button.setOnAction(e -> {
            toasts.getChildren().remove(toast);
            action.run();
        });
        put(toast, 420, 15);
    }

    /// Removes all but the newest few messages, since they may come often; messages with a button stay
    /// for their time.
    private void bound() {
        List<Node> messages = toasts.getChildren().stream()
                .filter(t -> t.lookup(".button") == null)
                .toList();
        if (messages.size() >= MOST_SAID) {
            toasts.getChildren().removeAll(messages.subList(0, messages.size() - MOST_SAID + 1));
        }
    }

    private void put(Region toast, double width, double seconds) {
        toast.getStyleClass().add("toast");
        bound();
        toast.setMaxWidth(width);
        toasts.getChildren().add(toast);
        PauseTransition pause = new PauseTransition(Duration.seconds(seconds));
        pause.setOnFinished(e -> toasts.getChildren().remove(toast));
        if (MotionSettings.passing()) {
            pause.play();
        }
    }
}
