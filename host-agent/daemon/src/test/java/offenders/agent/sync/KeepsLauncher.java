package offenders.agent.sync;

import java.util.concurrent.atomic.AtomicInteger;

/// Breaks the rule against statics with state: the field never changes, but its object does.
public final class KeepsLauncher {
    static final Launcher LAUNCHER = new Launcher();

    private KeepsLauncher() {}

    /// An object with state.
    static final class Launcher {
        private final AtomicInteger measured = new AtomicInteger();

        int next() {
            return measured.incrementAndGet();
        }
    }
}
