package dev.belljar.client.command.sandbox;

import java.util.function.IntConsumer;

/// Handles this program's signals before a command runs in a sandbox: the first one interrupts the thread that
/// prepares it. Later they go to whoever took them over.
public final class EarlySignals {
    private static final int BASE = 128;

    private final SignalPost post = new SignalPost(Thread.currentThread());
    private volatile IntConsumer target = post::got;

    private EarlySignals() {}

    /// Follows the signals from now on, for the current thread.
    public static EarlySignals follow() {
        EarlySignals signals = new EarlySignals();
        ProcessSignals.follow(signal -> signals.target.accept(signal));
        return signals;
    }

    /// Passes later signals to this consumer.
    void to(IntConsumer next) {
        target = next;
    }

    /// The exit code for the signal that came early; 0 if none did.
    public int exitCode() {
        return post.early() == 0 ? 0 : BASE + post.early();
    }
}
