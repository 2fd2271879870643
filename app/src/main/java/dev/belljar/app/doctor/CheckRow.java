package dev.belljar.app.doctor;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.UiContext;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.view.host.DoctorCheck;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.kordamp.ikonli.feather.Feather;

/// One check: its result in one sentence, and the command that fixes the problem.
final class CheckRow {
    private static final Texts TEXTS = Texts.of(CheckRow.class);

    private CheckRow() {}

    static Node of(DoctorCheck check, UiContext context, CheckFixes fixes) {
        String style = style(check.level());
        Feather icon = switch (style) {
            case "ok" -> Feather.CHECK;
            case "warn" -> Feather.ALERT_TRIANGLE;
            default -> Feather.X;
        };
        StackPane box = new StackPane(Icon.of(icon, 14, style));
        box.getStyleClass().addAll("mark-box", style);
        var detail = UiParts.prose(check.detail(), 620, "sm", "muted");
        VBox words = UiParts.column(1, UiParts.text(check.name(), "med"), detail);
        words.setAlignment(Pos.CENTER_LEFT);
        HBox row = UiParts.row(12, box, UiParts.growing(words), end(check, style, context, fixes));
        row.setPadding(new Insets(10, 16, 10, 16));
        row.setMinHeight(60);
        row.getStyleClass().add("card-row");
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

    private static Node end(DoctorCheck check, String style, UiContext context, CheckFixes fixes) {
        String importance = style.equals("danger") ? "primary" : "plain";
        Optional<Button> repair = fixes.button(check, importance);
        if (repair.isPresent()) {
            return repair.get();
        }
        String fix = check.fix();
        if (fix == null) {
            return UiParts.text(style.equals("ok") ? TEXTS.get("doctor.check.ok") : "", "sm", "faint");
        }
        Button button = UiParts.button(Feather.COPY, TEXTS.get("doctor.check.copy"), importance);
        UiParts.tip(button, fix, "");
        button.setOnAction(e -> {
            ClipboardContent words = new ClipboardContent();
            words.putString(fix);
            Clipboard.getSystemClipboard().setContent(words);
            context.overlay().say(Feather.COPY, TEXTS.get("doctor.check.copied", fix), "ok");
        });
        return button;
    }
}
