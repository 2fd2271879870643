package offenders.app.cast;

import dev.belljar.app.ui.ScreenView;
import javafx.scene.Node;
import javafx.scene.layout.Region;

/// A screen with all its files.
public record WholeView(WholeModel model) implements ScreenView {
    @Override
    public Node node() {
        return new Region();
    }

    @Override
    public void close() {}
}
