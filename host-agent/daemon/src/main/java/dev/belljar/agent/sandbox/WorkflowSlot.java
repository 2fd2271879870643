package dev.belljar.agent.sandbox;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the workflows of one sandbox (starting, stopping, changing its tier): at most one at a time, on its own
/// virtual thread. The lock is that of the sandbox.
public final class WorkflowSlot {
    private static final Logger LOG = LoggerFactory.getLogger(WorkflowSlot.class);
    private static final Duration GIVE_UP = Duration.ofSeconds(10);

    private final Supplier<String> sandbox;
    private final ReentrantLock lock;
    private @Nullable Thread workflow;
    /// True if the running workflow is cancelled when the sandbox is needed.
    private boolean yields;
    private boolean closed;

    /// `sandbox` supplies the sandbox's name.
    WorkflowSlot(Supplier<String> sandbox, ReentrantLock lock) {
        this.sandbox = sandbox;
        this.lock = lock;
    }

    /// Begins a workflow, unless another one runs.
    public void begin(String what, Runnable work) throws SandboxException {
        begin(what, work, false);
    }

    /// Begins a workflow that is cancelled when the sandbox is needed, unless another one runs.
    public void beginYielding(String what, Runnable work) throws SandboxException {
        begin(what, work, true);
    }

    private void begin(String what, Runnable work, boolean mayBeCancelled) throws SandboxException {
        lock.lock();
        try {
            if (closed) {
                throw new SandboxException(SandboxException.WRONG_STATE, "the host agent is stopping", null);
            }
            if (workflow != null && workflow.isAlive()) {
                throw new SandboxException(
                        SandboxException.WRONG_STATE,
                        "sandbox " + workflow.getName(),
                        "Wait until the operation has finished, or stop the sandbox.");
            }
            yields = mayBeCancelled;
            workflow = Thread.ofVirtual().name(sandbox.get() + " " + what).start(work);
        } finally {
            lock.unlock();
        }
    }

    /// Cancels a workflow that yields, because the sandbox is needed.
    public void giveWay() throws InterruptedException {
        boolean cancels;
        lock.lock();
        try {
            cancels = yields && workflow != null && workflow.isAlive();
        } finally {
            lock.unlock();
        }
        if (cancels) {
            cancel();
        }
    }

    /// Interrupts the running workflow and waits until it has ended.
    public void cancel() throws InterruptedException {
        Thread running = running();
        if (running != null) {
            interrupt(running);
            running.join();
        }
    }

    /// Interrupts the thread, but not while it writes the record, which an interrupt would break off.
    private void interrupt(Thread running) {
        lock.lock();
        try {
            running.interrupt();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the running workflow, if any.
    public void await() throws InterruptedException {
        Thread running = running();
        if (running != null) {
            running.join();
        }
    }

    /// Interrupts the running workflow, and refuses to begin another one.
    void halt() {
        Thread running;
        lock.lock();
        try {
            closed = true;
            running = workflow;
        } finally {
            lock.unlock();
        }
        if (running != null) {
            running.interrupt();
        }
    }

    /// Waits, for a limited time, until a halted workflow has ended.
    void awaitHalted() {
        try {
            Thread running = running();
            if (running != null && !running.join(GIVE_UP)) {
                LOG.warn("{}: the operation \"{}\" could not be cancelled in time", sandbox.get(), running.getName());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Thread running() {
        lock.lock();
        try {
            return Thread.currentThread().equals(workflow) ? null : workflow;
        } finally {
            lock.unlock();
        }
    }
}
