package dev.belljar.app.live;

import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import javafx.application.Platform;

/// The only door to the FX thread: whatever is asked for within a frame crosses in one hop.
///
/// A cell that changes a thousand times in a frame crosses once, with its newest value; single tasks keep their
/// order. At most one hop is outstanding, and the next is not asked for before a frame has passed, so that a flood
/// of events cannot fill the queue of the FX thread.
public final class FxPulse implements Executor {
    private static final long FRAME_MILLIS = 16;

    private final Object lock = new Object();
    private final Set<Cell<?>> changed = new LinkedHashSet<>();
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final Executor later = CompletableFuture.delayedExecutor(FRAME_MILLIS, TimeUnit.MILLISECONDS);
    private boolean asked;

    /// Runs a task on the FX thread with the next hop.
    @Override
    public void execute(Runnable task) {
        synchronized (lock) {
            tasks.add(task);
            ask();
        }
    }

    /// Says that a cell's watchers should see its value.
    void mark(Cell<?> cell) {
        synchronized (lock) {
            changed.add(cell);
            ask();
        }
    }

    private void ask() {
        if (!asked) {
            asked = true;
            Platform.runLater(this::cross);
        }
    }

    private void cross() {
        Cell<?>[] cells;
        Runnable[] due;
        synchronized (lock) {
            cells = changed.toArray(Cell<?>[]::new);
            due = tasks.toArray(Runnable[]::new);
            changed.clear();
            tasks.clear();
        }
        try {
            for (Cell<?> cell : cells) {
                cell.deliver();
            }
            for (Runnable task : due) {
                task.run();
            }
        } finally {
            later.execute(this::rest);
        }
    }

    private void rest() {
        synchronized (lock) {
            asked = false;
            if (!changed.isEmpty() || !tasks.isEmpty()) {
                ask();
            }
        }
    }
}
