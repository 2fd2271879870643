package offenders.agent.sync;

import java.util.concurrent.atomic.AtomicInteger;

/// Breaks the rule against statics that hold state: the field never changes, but what it holds does.
public final class KeepsLauncher {
    static final Launcher LAUNCHER = new Launcher();

    private KeepsLauncher() {}

    /// Something that learns.
    static final class Launcher {
        private final AtomicInteger measured = new AtomicInteger();

        int next() {
            return measured.incrementAndGet();
        }
    }
}
