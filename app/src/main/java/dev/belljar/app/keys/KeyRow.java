package dev.belljar.app.keys;

import dev.belljar.app.ui.FigureFormat;
import dev.belljar.app.ui.Icon;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.SshKey;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// One key that opens a machine: what its owner called it, its type and fingerprint, and the way to take it back.
final class KeyRow extends HBox {
    private static final int LONGEST_NAME = 40;

    /// `added` is when, in words.
    KeyRow(SshKey key, String added, Runnable remove) {
        super(8);
        getStyleClass().addAll("rule-row", "tall", "key-row");
        String name = FigureFormat.printable(FigureFormat.middle(key.comment(), LONGEST_NAME));
        Label called = name.isEmpty() ? UiParts.text("no name", "faint") : UiParts.text(name, "med");
        Label print = UiParts.cut(key.fingerprint(), "mono", "m12", "muted");
        UiParts.tip(print, key.fingerprint(), "");
        getChildren()
                .addAll(
                        Icon.of(Feather.KEY, 14, "muted"),
                        called,
                        UiParts.tag(key.type(), "line"),
                        UiParts.growing(print),
                        UiParts.text(added, "sm", "faint"),
                        button(name.isEmpty() ? key.fingerprint() : name, remove));
    }

    /// Twice, since whoever has the key may be shut out by it.
    private static Button button(String name, Runnable remove) {
        Button button = UiParts.button("Remove", "small", "flat", "remove-key");
        button.setAccessibleText("Remove " + name);
        button.setOnAction(e -> {
            if (button.getText().equals("Remove")) {
                button.setText("Really?");
                button.getStyleClass().add("quiet-danger");
            } else {
                remove.run();
            }
        });
        return button;
    }
}
