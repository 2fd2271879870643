package offenders.app.live;

import javafx.application.Platform;
import offenders.app.shell.Top;

/// A fold that knows the shell and goes to the FX thread by itself.
public final class ReachesUp {
    /// Hops.
    public void hop(Top top) {
        Platform.runLater(top::toString);
    }
}
