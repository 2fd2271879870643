package offenders.app.cast;

import dev.belljar.app.ui.ScreenView;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/// A screen that does not use its model.
public record AloofView() implements ScreenView {
    @Override
    public Node node() {
        return new Region();
    }

    @Override
    public void close() {}
}
