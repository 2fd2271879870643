package dev.belljar.app.look;

import java.util.function.Consumer;
import javafx.scene.control.Label;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.HBox;
import org.kordamp.ikonli.feather.Feather;

/// A field that filters what stands below it; `Esc` empties it.
public final class SearchField extends HBox {
    private final TextField field = new TextField();

    public SearchField(String prompt, double width, String key, Consumer<String> changed) {
        getStyleClass().add("search");
        setPrefWidth(width);
        setMinWidth(Math.min(width, 120));
        setMaxWidth(width);
        field.setPromptText(prompt);
        field.setAccessibleText(prompt);
        field.getStyleClass().add("bare");
        getChildren().addAll(Icon.of(Feather.SEARCH, 14, "faint"), Parts.growing(field));
        if (!key.isEmpty()) {
            Label cap = Parts.key(key);
            cap.visibleProperty()
                    .bind(field.focusedProperty().not().and(field.textProperty().isEmpty()));
            getChildren().add(cap);
        }
        field.focusedProperty().addListener((at, was, now) -> pseudoClassStateChanged(Pseudo.FOCUS, now));
        field.textProperty().addListener((at, was, now) -> changed.accept(now.strip()));
        field.setOnKeyPressed(e -> {
            if (e.getCode() == KeyCode.ESCAPE && !field.getText().isEmpty()) {
                field.clear();
                e.consume();
            }
        });
    }

    /// Puts the cursor into the field.
    public void enter() {
        field.requestFocus();
        field.selectAll();
    }

    /// Fills the field as if it had been typed.
    public void type(String words) {
        field.setText(words);
    }
}
