package dev.belljar.app.keys;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.session.SshKey;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// An SSH key of a sandbox: comment, type, complete fingerprint for comparison, and a button to remove it.
final class KeyRow extends HBox {
    private static final Texts TEXTS = Texts.of(KeyRow.class);
    private static final int LONGEST_NAME = 40;
    private static final double FINGERPRINT = 420;

    /// `added` is the formatted time at which the key was added.
    KeyRow(SshKey key, String added, Runnable remove) {
        super(8);
        getStyleClass().addAll("rule-row", "tall", "key-row");
        String name = FigureFormat.printable(FigureFormat.middle(key.comment(), LONGEST_NAME));
        Label called = name.isEmpty() ? UiParts.text(TEXTS.get("keys.unnamed"), "faint") : UiParts.text(name, "med");
        Label print = UiParts.prose(key.fingerprint(), FINGERPRINT, "mono", "m12", "muted");
        print.getStyleClass().add("fingerprint");
        VBox words = UiParts.column(2, UiParts.row(8, called, UiParts.tag(key.type(), "line")), print);
        words.setMinWidth(0);
        getChildren()
                .addAll(
                        Icon.of(Feather.KEY, 14, "muted"),
                        UiParts.growing(words),
                        UiParts.text(added, "sm", "faint"),
                        button(name.isEmpty() ? key.fingerprint() : name, remove));
    }

    /// Needs two clicks, since removing a key can lock its owner out.
    private static Button button(String name, Runnable remove) {
        Button button = UiParts.button(TEXTS.get("keys.remove"), "small", "flat", "remove-key");
        button.setAccessibleText(TEXTS.get("keys.remove.name", name));
        button.setOnAction(e -> {
            if (!button.getStyleClass().contains("quiet-danger")) {
                button.setText(TEXTS.get("keys.remove.confirm"));
                button.getStyleClass().add("quiet-danger");
            } else {
                remove.run();
            }
        });
        return button;
    }
}
