package dev.belljar.app.state;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javafx.application.Platform;

/// The only way to the FX thread: everything that is requested within a frame runs there in one hop.
///
/// An observable that changes a thousand times in a frame is delivered once, with its newest value; single
/// tasks keep their order. At most one hop is outstanding. After a delivery the next one waits for a frame,
/// or for three times as long as the delivery took, at most a second: so neither a flood of events nor a
/// loaded computer can keep the FX thread from keys and clicks. Single tasks, whose results the user waits
/// for, do not wait for that.
public final class FxPulse implements Executor {
    private static final long FRAME_MILLIS = 16;
    private static final long LONGEST_MILLIS = 1_000;

    private final Object lock = new Object();
    private final Set<Runnable> changed = new LinkedHashSet<>();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean asked;
    private boolean resting;

    /// Runs a task on the FX thread with the next hop.
    @Override
    public void execute(Runnable task) {
        synchronized (lock) {
            tasks.add(task);
            ask();
        }
    }

    /// Queues the delivery of an observable's newest value to its watchers; an observable always passes the same
    /// object.
    void mark(Runnable delivery) {
        synchronized (lock) {
            changed.add(delivery);
            if (!resting) {
                ask();
            }
        }
    }

    private void ask() {
        if (!asked) {
            asked = true;
            Platform.runLater(this::cross);
        }
    }

    private void cross() {
        Runnable[] deliveries;
        Runnable[] due;
        synchronized (lock) {
            asked = false;
            deliveries = resting ? new Runnable[0] : changed.toArray(Runnable[]::new);
            due = tasks.toArray(Runnable[]::new);
            tasks.clear();
            if (deliveries.length > 0) {
                changed.clear();
                resting = true;
            }
        }
        long began = System.nanoTime();
        try {
            for (Runnable delivery : deliveries) {
                run(delivery);
            }
            for (Runnable task : due) {
                run(task);
            }
        } finally {
            if (deliveries.length > 0) {
                rest((System.nanoTime() - began) / 1_000_000);
            }
        }
    }

    /// Runs one of several pieces of code: an error in one must not lose the others.
    private static void run(Runnable code) {
        try {
            code.run();
        } catch (RuntimeException e) {
            Thread thread = Thread.currentThread();
            thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
        }
    }

    private void rest(long tookMillis) {
        long pause = Math.clamp(3 * tookMillis, FRAME_MILLIS, LONGEST_MILLIS);
        CompletableFuture.delayedExecutor(pause, TimeUnit.MILLISECONDS).execute(() -> {
            synchronized (lock) {
                resting = false;
                if (!changed.isEmpty()) {
                    ask();
                }
            }
        });
    }
}
