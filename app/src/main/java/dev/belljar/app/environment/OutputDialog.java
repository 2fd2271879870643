package dev.belljar.app.environment;

import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.ContextMenus;
import dev.belljar.app.ui.DialogFrame;
import dev.belljar.app.ui.DialogLayer;
import dev.belljar.app.ui.UiParts;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.TextArea;
import org.kordamp.ikonli.feather.Feather;

/// The output of a setup.
final class OutputDialog extends DialogFrame {
    private static final Texts TEXTS = Texts.of(OutputDialog.class);
    private static final double WIDTH = 880;
    private static final int ROWS = 26;

    private final TextArea output = new TextArea();

    OutputDialog(DialogLayer overlay, String title, OutputModel model) {
        super(overlay, WIDTH, title);
        getStyleClass().add("setup-output");
        icon(Feather.TERMINAL);
        output.setText(model.shown());
        output.setEditable(false);
        output.setPrefRowCount(ROWS);
        output.setAccessibleText(title);
        output.getStyleClass().addAll("draft", "build-log");
        if (model.note().isEmpty()) {
            body(8, output);
        } else {
            body(8, UiParts.text(model.note(), "sm", "muted"), output);
        }
        Button copy = UiParts.button(Feather.COPY, TEXTS.get("output.copy"), "flat");
        copy.setOnAction(e -> ContextMenus.copied(model.lines()));
        foot(List.of(copy), TEXTS.get("environment.close"));
        output.end();
    }

    @Override
    public void requestFocus() {
        output.requestFocus();
    }
}
