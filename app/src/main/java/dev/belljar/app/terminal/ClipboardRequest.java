package dev.belljar.app.terminal;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// What one tab's programs wish to put on the person's clipboard, on its way to a question.
///
/// A program may wish as often as it likes: one wish of a tab is on its way at a time, the others are refused in
/// silence, and so is one that would be asked over another dialog.
final class ClipboardRequest implements Consumer<String> {
    private final Consumer<Runnable> later;
    private final BooleanSupplier busy;
    private final Consumer<String> ask;
    private final AtomicBoolean pending = new AtomicBoolean();

    /// `later` runs a task on the screen's thread; there, `busy` says whether a dialog is open, and `ask` gets the
    /// words, which are clean and not empty.
    ClipboardRequest(Consumer<Runnable> later, BooleanSupplier busy, Consumer<String> ask) {
        this.later = later;
        this.busy = busy;
        this.ask = ask;
    }

    /// Called on the thread that brings output.
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
