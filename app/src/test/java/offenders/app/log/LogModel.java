package offenders.app.log;

import javafx.scene.layout.Region;

/// A view model that draws.
public final class LogModel {
    /// Draws.
    public Region draw() {
        return new Region();
    }
}
