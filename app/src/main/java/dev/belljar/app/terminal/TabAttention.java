package dev.belljar.app.terminal;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/// Decides whether a tab out of sight waits for the user: its program sent a notification, or its screen
/// became quiet with text that reads as a question. The mark is removed when the user sees the tab or types
/// into it.
///
/// However much is printed, the screen is read once per second of quiet, and never while a program prints.
final class TabAttention {
    private static final Duration STILL = Duration.seconds(1);

    private final Consumer<Runnable> later;
    private final PauseTransition rest = new PauseTransition(STILL);
    private final AtomicBoolean resting = new AtomicBoolean();
    private final AtomicBoolean calling = new AtomicBoolean();
    private volatile boolean changed;
    private @Nullable WatchedTab watched;
    private boolean asks;
    private boolean calls;

    /// The watched tab; used on the FX thread.
    interface WatchedTab {
        /// True if the user sees it now.
        boolean seen();

        /// Whether its screen reads as a question; empty while it is being drawn.
        Optional<Boolean> asks();

        /// Called with true when it waits for the user, false when it no longer does.
        void waits(boolean now);
    }

    /// `later` runs a task on the FX thread.
    TabAttention(Consumer<Runnable> later) {
        this.later = later;
        rest.setOnFinished(e -> rested());
    }

    /// Sets the tab to watch.
    void to(WatchedTab tab) {
        watched = tab;
    }

    /// Something was printed. Any thread may call it, any number of times.
    void changed() {
        changed = true;
        if (resting.compareAndSet(false, true)) {
            later.accept(this::rest);
        }
    }

    /// A program sent a notification. Any thread may call it, any number of times.
    void called() {
        if (calling.compareAndSet(false, true)) {
            later.accept(() -> {
                calling.set(false);
                tell(asks, true);
            });
        }
    }

    /// The user sees the tab or types into it.
    void seen() {
        tell(false, false);
    }

    /// The tab is closed.
    void close() {
        watched = null;
        rest.stop();
    }

    private void rest() {
        changed = false;
        if (watched != null) {
            rest.playFromStart();
        }
    }

    private void rested() {
        WatchedTab tab = watched;
        Optional<Boolean> read = changed || tab == null ? Optional.empty() : tab.asks();
        if (read.isEmpty()) {
            rest();
            return;
        }
        resting.set(false);
        if (changed) {
            // Output arrived after the screen was read and before `resting` was cleared.
            changed();
        }
        tell(read.get(), calls);
    }

    private void tell(boolean asked, boolean called) {
        WatchedTab tab = watched;
        if (tab != null) {
            boolean seen = tab.seen();
            asks = asked && !seen;
            calls = called && !seen;
            tab.waits(asks || calls);
        }
    }
}
