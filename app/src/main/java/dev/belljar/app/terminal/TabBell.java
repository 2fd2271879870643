package dev.belljar.app.terminal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// A tab's bell. A program may ring it any number of times: one ring is pending, the others are dropped.
final class TabBell implements Runnable {
    private final Consumer<Runnable> later;
    private final Runnable rang;
    private final AtomicBoolean ringing = new AtomicBoolean();

    /// `later` runs a task on the FX thread; `rang` runs there.
    TabBell(Consumer<Runnable> later, Runnable rang) {
        this.later = later;
        this.rang = rang;
    }

    /// Rings the bell; any thread may call it.
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
