package dev.belljar.app.live;

import java.util.concurrent.Semaphore;

/// Watches one sandbox: placeholder until its folds are in.
public final class SandboxWatch implements AutoCloseable {
    private final Cell<WorkPicture> work;
    private final Cell<FlowPicture> flows;
    private final Semaphore hurry = new Semaphore(0);

    public SandboxWatch(FxPulse pulse) {
        work = new Cell<>(pulse, WorkPicture.UNKNOWN);
        flows = new Cell<>(pulse, FlowPicture.NONE);
    }

    /// What a sync would bring.
    public Cell<WorkPicture> work() {
        return work;
    }

    /// The network.
    public Cell<FlowPicture> flows() {
        return flows;
    }

    /// Asks again at once.
    public void hurry() {
        hurry.release();
    }

    @Override
    public void close() {}
}
