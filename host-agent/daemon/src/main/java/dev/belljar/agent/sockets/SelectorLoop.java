package dev.belljar.agent.sockets;

import java.io.IOError;
import java.io.IOException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;

/// One thread that waits for many channels, runs what is left for it, and takes a turn after each round.
///
/// It is a thread of the platform: a virtual one that waits in a selector would keep its carrier from all others. Only
/// so many loops work at once, so that guests without rest do not keep the processors from everybody else (decision
/// 20); who waits for that goes on in the order it came.
public final class SelectorLoop implements Executor, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// What the thread does beside waiting.
    public interface Work {
        /// Takes a turn: the milliseconds until the next is due at the latest, at least 1.
        long turn();

        /// Told of a fault in a turn, a task or a channel's owner; the loop goes on.
        void fault(RuntimeException fault);

        /// The last call, when the loop was closed.
        void end();
    }

    /// The owner of a channel, told what it is ready for.
    public interface Ready {
        /// The key is valid.
        void ready(SelectionKey key);
    }

    private final Selector selector;
    private final Work work;
    private final Thread thread;
    private final Semaphore atOnce;
    /// The loop's thread works, and is counted; its own.
    private boolean works;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /// A loop that is not running yet; while it works it has one of `atOnce`, which many loops share.
    ///
    /// @throws IOException when the host has no room for a selector
    public SelectorLoop(String name, Work work, Semaphore atOnce) throws IOException {
        this.atOnce = atOnce;
        this.selector = Selector.open();
        this.work = work;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /// Starts it.
    public void start() {
        thread.start();
    }

    /// Watches a channel, which must not block, for these operations.
    public SelectionKey watch(SelectableChannel channel, int operations, Ready ready) throws IOException {
        return channel.register(selector, operations, ready);
    }

    /// Runs a task on the loop's thread, soon.
    @Override
    public void execute(Runnable task) {
        tasks.add(task);
        if (!thread.equals(Thread.currentThread())) {
            selector.wakeup();
        }
    }

    /// An error is nobody's to handle here: it goes to the thread's end, where the host agent ends with it. A machine
    /// whose network is gone while everything else goes on would look as if it were well.
    private void run() {
        rounds();
        work.end();
    }

    private void rounds() {
        long pause = 1;
        while (!closed) {
            try {
                select(pause);
                begin();
                runTasks();
                pause = tasks.isEmpty() ? Math.max(1, work.turn()) : 1;
            } catch (RuntimeException e) {
                // The top of this thread: one fault must not end the network of a machine.
                work.fault(e);
                pause = 1;
            } catch (IOException e) {
                throw new IOError(e);
            } finally {
                rest();
            }
        }
    }

    private void begin() {
        if (!works) {
            atOnce.acquireUninterruptibly();
            works = true;
        }
    }

    private void rest() {
        if (works) {
            works = false;
            atOnce.release();
        }
    }

    private void select(long pause) throws IOException {
        if (tasks.isEmpty()) {
            selector.select(this::dispatch, pause);
        } else {
            selector.selectNow(this::dispatch);
        }
    }

    private void dispatch(SelectionKey key) {
        begin();
        if (key.isValid() && key.attachment() instanceof Ready owner) {
            owner.ready(key);
        }
    }

    private void runTasks() {
        // Only those there are now: one that leaves another must not keep the channels waiting.
        for (int left = tasks.size(); left > 0; left--) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
        }
    }

    /// Ends the thread and waits for its end; closing again does nothing.
    @Override
    public void close() {
        closed = true;
        selector.wakeup();
        if (thread.equals(Thread.currentThread())) {
            return;
        }
        try {
            thread.join(PATIENCE);
            selector.close();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new IllegalStateException("the selector failed", e);
        }
    }
}
