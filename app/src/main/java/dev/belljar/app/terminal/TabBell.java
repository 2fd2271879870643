package dev.belljar.app.terminal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A tab's bell. A program may ring it as often as it likes: one ring is on its way at a time, the others are it.
final class TabBell implements Runnable {
    private final Consumer<Runnable> later;
    private final Runnable rang;
    private final AtomicBoolean ringing = new AtomicBoolean();

    /// `later` runs a task on the screen's thread; there, `rang` is told.
    TabBell(Consumer<Runnable> later, Runnable rang) {
        this.later = later;
        this.rang = rang;
    }

    /// Rings it; from any thread.
    @Override
    public void run() {
        if (ringing.compareAndSet(false, true)) {
            later.accept(() -> {
                ringing.set(false);
                rang.run();
            });
        }
    }
}
