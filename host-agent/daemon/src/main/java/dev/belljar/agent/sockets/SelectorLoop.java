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

/// A thread that waits for many channels, runs queued tasks, and calls its `Work` after each round.
///
/// It is a platform thread: a virtual thread that waits in a selector would block its carrier thread. The number
/// of loops that work at once is limited, so that busy guests do not occupy all processors (decision 20);
/// waiting loops continue in order.
public final class SelectorLoop implements Executor, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// The work of the thread besides waiting.
    public interface Work {
        /// Does the work of one round and returns the milliseconds until the next is due at the latest, at least
        /// 1.
        long turn();

        /// Reports an exception in a round, a task or a channel's owner; the loop continues.
        void fault(RuntimeException fault);

        /// Is called last, when the loop was closed.
        void end();
    }

    /// The owner of a channel, which is called when the channel is ready.
    public interface Ready {
        /// The key is valid.
        void ready(SelectionKey key);
    }

    private final Selector selector;
    private final Work work;
    private final Thread thread;
    private final Semaphore atOnce;
    /// True while the thread works and holds a permit; used by this thread only.
    private boolean works;
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    /// Creates a loop that is not running yet; while it works it holds a permit of `atOnce`, which many loops
    /// share.
    ///
    /// @throws IOException when the host has no resources for a selector
    public SelectorLoop(String name, Work work, Semaphore atOnce) throws IOException {
        this.atOnce = atOnce;
        this.selector = Selector.open();
        this.work = work;
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
    }

    /// Starts the thread.
    public void start() {
        thread.start();
    }

    /// Watches a non-blocking channel for these operations.
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

    /// Runs the loop. An `Error` is not caught: it ends the thread and with it the host agent. Otherwise a
    /// machine without network would look healthy.
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
                // The top of this thread: one exception must not end the network of a machine.
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
        // Only the tasks that are queued now: a task that queues another must not delay the channels.
        for (int left = tasks.size(); left > 0; left--) {
            Runnable task = tasks.poll();
            if (task != null) {
                task.run();
            }
        }
    }

    /// Ends the thread and waits for it; closing again does nothing.
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
