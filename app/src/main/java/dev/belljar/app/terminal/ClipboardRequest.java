package dev.belljar.app.terminal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Requests of one tab's programs to write to the host's clipboard, on their way to the prompt.
///
/// A program may send any number of them. At most one request of a tab is pending: the others are dropped
/// without a notice, and so is one that arrives while a dialog is open.
final class ClipboardRequest implements Consumer<String> {
    private final Consumer<Runnable> later;
    private final BooleanSupplier busy;
    private final Consumer<String> ask;
    private final AtomicBoolean pending = new AtomicBoolean();

    /// `later` runs a task on the FX thread. There, `busy` returns whether a dialog is open, and `ask`
    /// receives the text, cleaned and not empty.
    ClipboardRequest(Consumer<Runnable> later, BooleanSupplier busy, Consumer<String> ask) {
        this.later = later;
        this.busy = busy;
        this.ask = ask;
    }

    /// Called on the thread that reads output.
    @Override
    public void accept(String words) {
        String clean = PastedText.clean(words);
        if (!clean.isEmpty() && pending.compareAndSet(false, true)) {
            later.accept(() -> arrived(clean));
        }
    }

    private void arrived(String words) {
        pending.set(false);
        if (!busy.getAsBoolean()) {
            ask.accept(words);
        }
    }
}
