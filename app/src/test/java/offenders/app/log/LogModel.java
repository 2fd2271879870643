package offenders.app.log;

import javafx.scene.layout.Region;

/// A view model that uses `javafx.scene`.
public final class LogModel {
    /// Returns a node.
    public Region draw() {
        return new Region();
    }
}
