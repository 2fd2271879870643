package offenders.app.state;

import javafx.application.Platform;
import offenders.app.shell.Top;

/// A state class that uses the shell and calls `Platform.runLater` itself.
public record ReachesUp(Top top) {
    /// Runs a task on the FX thread.
    public void hop(Runnable task) {
        Platform.runLater(task);
    }
}
