package offenders.app.state;

import javafx.application.Platform;
import offenders.app.shell.Top;

/// A fold that knows the shell and goes to the FX thread by itself.
public record ReachesUp(Top top) {
    /// Hops.
    public void hop(Runnable task) {
        Platform.runLater(task);
    }
}
