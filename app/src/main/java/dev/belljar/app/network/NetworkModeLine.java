package dev.belljar.app.network;

import dev.belljar.app.drawing.Icon;
import dev.belljar.app.text.Texts;
import dev.belljar.app.ui.NetworkModeDisplay;
import dev.belljar.app.ui.UiParts;
import dev.belljar.contract.policy.PolicyView;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.StackPane;

/// A line with the network mode in force, above everything else on the screen.
final class NetworkModeLine extends HBox {
    private static final Texts TEXTS = Texts.of(NetworkModeLine.class);

    private final StackPane mark = new StackPane();
    private final Label title = UiParts.text("", "sm", "semi");
    private final Label words = UiParts.growing(UiParts.cut("", "sm", "muted"));

    NetworkModeLine() {
        super(8);
        getStyleClass().add("preset-line");
        getChildren().addAll(mark, title, words);
        show(Optional.empty());
    }

    void show(Optional<PolicyView> policy) {
        setVisible(policy.isPresent());
        setManaged(policy.isPresent());
        policy.ifPresent(view -> {
            String style = NetworkModeDisplay.style(view);
            mark.getChildren().setAll(Icon.of(NetworkModeDisplay.icon(view), 14, style));
            title.setText(
                    view.problem() == null
                            ? NetworkModeDisplay.title(view.preset())
                            : TEXTS.get("network.policy.broken"));
            words.setText(NetworkModeDisplay.words(view));
            UiParts.tip(words, words.getText(), "");
            getStyleClass().setAll("preset-line", style);
        });
    }
}
