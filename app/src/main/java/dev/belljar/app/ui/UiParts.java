package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import java.util.Arrays;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.util.Duration;
import org.kordamp.ikonli.feather.Feather;

/// Factories for the smallest controls: labels, buttons, tags, key caps, rows and columns.
public final class UiParts {
    private UiParts() {}

    /// A label in the given style classes (`muted`, `sm`, `mono`, `h2`…) that never gets narrower
    /// than its text.
    public static Label text(String words, String... styles) {
        Label label = new Label(words);
        label.getStyleClass().addAll(styles);
        label.setMinWidth(Region.USE_PREF_SIZE);
        return label;
    }

    /// A label that ends in an ellipsis if there is no space for its text.
    public static Label cut(String words, String... styles) {
        Label label = new Label(words);
        label.getStyleClass().addAll(styles);
        label.getStyleClass().add("cut");
        label.setEllipsisString("…");
        label.setMinWidth(0);
        return label;
    }

    /// A label that wraps its text at this width.
    public static Label prose(String words, double width, String... styles) {
        Label label = text(words, styles);
        label.getStyleClass().add("prose");
        label.setWrapText(true);
        label.setMinWidth(0);
        label.setMaxWidth(width);
        label.setMinHeight(Region.USE_PREF_SIZE);
        return label;
    }

    /// A button with an icon and a text; styles `primary`, `flat`, `dangerous`, `danger-fill`, `small`.
    public static Button button(Feather icon, String words, String... styles) {
        Button button = new Button(words, Icon.of(icon, isFlat(styles) ? 14 : 16));
        button.getStyleClass().addAll(styles);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    /// A button with text only.
    public static Button button(String words, String... styles) {
        Button button = new Button(words);
        button.getStyleClass().addAll(styles);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    /// A square button with an icon; `name` is its tooltip and its name for screen readers.
    public static Button iconButton(Feather icon, String name, String... styles) {
        Button button = new Button(null, Icon.of(icon));
        button.getStyleClass().addAll("icon-only", "flat");
        button.getStyleClass().addAll(styles);
        button.setAccessibleText(name);
        tip(button, name, "");
        return button;
    }

    /// Shows a key cap inside a button, after its text, which may change.
    public static <B extends ButtonBase> B withKey(B button, String key) {
        HBox row = new HBox(6);
        row.setAlignment(Pos.CENTER);
        row.getStyleClass().add("button-row");
        if (button.getGraphic() != null) {
            row.getChildren().add(button.getGraphic());
        }
        Label words = text("", "button-words");
        words.textProperty().bind(button.textProperty());
        row.getChildren().addAll(words, key(key));
        button.setAccessibleText(button.getText());
        button.textProperty().addListener((at, was, now) -> button.setAccessibleText(now));
        button.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        button.setGraphic(row);
        return button;
    }

    /// A key cap.
    public static Label key(String key) {
        return text(key, "key");
    }

    /// A small tag: styles `ok`, `warn`, `danger`, `held`, `accent`, `line`, `big`.
    public static Label tag(String words, String... styles) {
        Label label = text(words, "tag");
        label.getStyleClass().addAll(styles);
        return label;
    }

    /// A count in a round tag.
    public static Label count(String words, String... styles) {
        Label label = text(words, "count");
        label.getStyleClass().addAll(styles);
        return label;
    }

    /// A row of nodes, centred vertically.
    public static HBox row(double gap, Node... children) {
        HBox row = new HBox(gap, children);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    /// A column of nodes.
    public static VBox column(double gap, Node... children) {
        return new VBox(gap, children);
    }

    /// An empty region that takes all space that is left in a row or column.
    public static Region grow() {
        Region region = new Region();
        HBox.setHgrow(region, Priority.ALWAYS);
        VBox.setVgrow(region, Priority.ALWAYS);
        return region;
    }

    /// Lets a node take the space that is left in a row or column.
    public static <N extends Node> N growing(N node) {
        HBox.setHgrow(node, Priority.ALWAYS);
        VBox.setVgrow(node, Priority.ALWAYS);
        if (node instanceof Region region) {
            region.setMaxWidth(Double.MAX_VALUE);
        }
        return node;
    }

    /// A thin vertical line.
    public static Region separator() {
        Region line = new Region();
        line.getStyleClass().add("upright");
        return line;
    }

    /// Installs a tooltip that appears after 500 ms; the caller sets its text.
    public static Tooltip tip(Node node) {
        Tooltip tip = new Tooltip(" ");
        tip.setShowDelay(Duration.millis(500));
        tip.setWrapText(true);
        tip.setMaxWidth(480);
        Tooltip.install(node, tip);
        return tip;
    }

    /// Installs a tooltip that appears after 500 ms, with the key that does the same; an empty
    /// key shows none.
    public static void tip(Node node, String words, String key) {
        Tooltip tip = tip();
        tip.setText(words);
        if (!key.isEmpty()) {
            tip.setGraphic(key(key));
            tip.setContentDisplay(ContentDisplay.RIGHT);
            tip.setGraphicTextGap(8);
        }
        Tooltip.install(node, tip);
    }

    /// A tooltip that appears after 500 ms; the caller sets its text and installs it.
    public static Tooltip tip() {
        Tooltip tip = new Tooltip();
        tip.setShowDelay(Duration.millis(500));
        tip.setWrapText(true);
        tip.setMaxWidth(320);
        return tip;
    }

    private static boolean isFlat(String... styles) {
        return Arrays.stream(styles).anyMatch(s -> s.equals("flat") || s.equals("small"));
    }
}
