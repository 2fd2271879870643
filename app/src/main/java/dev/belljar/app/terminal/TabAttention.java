package dev.belljar.app.terminal;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javafx.animation.PauseTransition;
import javafx.util.Duration;
import org.jspecify.annotations.Nullable;

/// Whether a tab nobody looks at waits for the person: its program called for them, or its screen went quiet on
/// something that reads as a question. Whoever looks or types has seen it.
///
/// However much is printed, the screen is read once for each second of quiet, and while a program prints not at all.
final class TabAttention {
    private static final Duration STILL = Duration.seconds(1);

    private final Consumer<Runnable> later;
    private final PauseTransition rest = new PauseTransition(STILL);
    private final AtomicBoolean resting = new AtomicBoolean();
    private final AtomicBoolean calling = new AtomicBoolean();
    private volatile boolean changed;
    private @Nullable Watched watched;
    private boolean asks;
    private boolean calls;

    /// The tab that is watched; used on the screen's thread.
    interface Watched {
        /// Whether the person looks at it now.
        boolean seen();

        /// Whether its screen reads as a question; nothing while it is being drawn.
        Optional<Boolean> asks();

        /// It waits for the person, or does not any more.
        void waits(boolean now);
    }

    /// `later` runs a task on the screen's thread.
    TabAttention(Consumer<Runnable> later) {
        this.later = later;
        rest.setOnFinished(e -> rested());
    }

    /// Watches this tab from now on.
    void to(Watched tab) {
        watched = tab;
    }

    /// Something was printed; from any thread, as often as one likes.
    void changed() {
        changed = true;
        if (resting.compareAndSet(false, true)) {
            later.accept(this::rest);
        }
    }

    /// A program asked for a notification; from any thread, as often as one likes.
    void called() {
        if (calling.compareAndSet(false, true)) {
            later.accept(() -> {
                calling.set(false);
                tell(asks, true);
            });
        }
    }

    /// The person looks, or types.
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
        Watched tab = watched;
        Optional<Boolean> read = changed || tab == null ? Optional.empty() : tab.asks();
        if (read.isEmpty()) {
            rest();
            return;
        }
        resting.set(false);
        if (changed) {
            // It came between the look and the word that nobody looks any more.
            changed();
        }
        tell(read.get(), calls);
    }

    private void tell(boolean asked, boolean called) {
        Watched tab = watched;
        if (tab != null) {
            boolean seen = tab.seen();
            asks = asked && !seen;
            calls = called && !seen;
            tab.waits(asks || calls);
        }
    }
}
