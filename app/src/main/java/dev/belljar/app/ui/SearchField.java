package dev.belljar.app.ui;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.theme.PseudoClasses;
import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// A text field that filters the rows below it; `Esc` empties it.
public final class SearchField extends HBox {
    private final TextField field = new TextField();
    private Runnable leave = () -> {};

    public SearchField(String prompt, double width, String key, Consumer<String> changed) {
        getStyleClass().add("search");
        setPrefWidth(width);
        setMinWidth(Math.min(width, 120));
        setMaxWidth(width);
        field.setPromptText(prompt);
        field.setAccessibleText(prompt);
        field.getStyleClass().add("bare");
        getChildren().addAll(Icon.of(Feather.SEARCH, 14, "faint"), UiParts.growing(field));
        if (!key.isEmpty()) {
            Label cap = UiParts.key(key);
            cap.visibleProperty()
                    .bind(field.focusedProperty().not().and(field.textProperty().isEmpty()));
            getChildren().add(cap);
        }
        field.focusedProperty().addListener((at, was, now) -> pseudoClassStateChanged(PseudoClasses.FOCUS, now));
        field.textProperty().addListener((at, was, now) -> changed.accept(now.strip()));
        field.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ESCAPE && !field.getText().isEmpty()) {
                field.clear();
                e.consume();
            } else if (e.getCode() == KeyCode.ENTER || e.getCode() == KeyCode.DOWN) {
                leave.run();
                e.consume();
            }
        });
    }

    /// Moves the focus to the field and selects its text.
    public void enter() {
        field.requestFocus();
        field.selectAll();
    }

    /// Appends a character that was typed elsewhere and moves the focus here; a `/` in an empty field only
    /// moves the focus.
    public void begin(KeyEvent typed) {
        String letter = typed.getCharacter();
        boolean plain = !typed.isControlDown() && !typed.isAltDown() && !typed.isMetaDown();
        if (plain && !letter.isEmpty() && letter.charAt(0) > ' ' && letter.charAt(0) != 0x7f) {
            field.requestFocus();
            field.setText(
                    field.getText() + (letter.equals("/") && field.getText().isEmpty() ? "" : letter));
            field.end();
            typed.consume();
        }
    }

    /// Sets what is called when the user leaves the field by `Enter` or `↓`.
    public void onLeave(Runnable next) {
        leave = next;
    }

    /// Sets the text of the field as if it had been typed.
    public void type(String words) {
        field.setText(words);
    }
}
