package dev.belljar.app.ui;

import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// A field that filters what stands below it; `Esc` empties it.
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

    /// Puts the cursor into the field.
    public void enter() {
        field.requestFocus();
        field.selectAll();
    }

    /// Goes on here with what was typed elsewhere; `/` alone only brings the cursor here.
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

    /// What happens when the person goes on from the field by `Enter` or `↓`.
    public void onLeave(Runnable next) {
        leave = next;
    }

    /// Fills the field as if it had been typed.
    public void type(String words) {
        field.setText(words);
    }
}
