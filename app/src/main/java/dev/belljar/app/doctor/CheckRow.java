package dev.belljar.app.doctor;

import dev.belljar.app.look.Desk;
import dev.belljar.app.look.Icon;
import dev.belljar.app.look.Parts;
import dev.belljar.contract.view.Check;
import javafx.geometry.Insets;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import org.kordamp.ikonli.feather.Feather;

/// One check: how it went, in one sentence, and the command that helps.
final class CheckRow {
    private CheckRow() {}

    static Node of(Check check, boolean first, Desk desk) {
        String style = style(check.level());
        Feather icon = switch (style) {
            case "ok" -> Feather.CHECK;
            case "warn" -> Feather.ALERT_TRIANGLE;
            default -> Feather.X;
        };
        StackPane box = new StackPane(Icon.of(icon, 14, style));
        box.getStyleClass().addAll("mark-box", style);
        var detail = Parts.prose(check.detail(), 620, "sm", "muted");
        HBox row = Parts.row(
                12,
                box,
                Parts.growing(Parts.column(1, Parts.text(check.name(), "med"), detail)),
                end(check, style, desk));
        row.setPadding(new Insets(10, 16, 10, 16));
        row.setMinHeight(60);
        row.getStyleClass().add("card-row");
        if (first) {
            row.getStyleClass().add("first");
        }
        return row;
    }

    /// The style for a level.
    static String style(String level) {
        return switch (level) {
            case "ok" -> "ok";
            case "warn" -> "warn";
            default -> "danger";
        };
    }

    private static Node end(Check check, String style, Desk desk) {
        String fix = check.fix();
        if (fix == null) {
            return Parts.text(style.equals("ok") ? "fine" : "", "sm", "faint");
        }
        Button button = Parts.button(Feather.COPY, "Copy the fix", style.equals("danger") ? "primary" : "plain");
        Parts.tip(button, fix, "");
        button.setOnAction(e -> {
            ClipboardContent words = new ClipboardContent();
            words.putString(fix);
            Clipboard.getSystemClipboard().setContent(words);
            desk.overlay().say(Feather.COPY, "On your clipboard: " + fix, "ok");
        });
        return button;
    }
}
