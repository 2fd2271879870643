package dev.belljar.app.state;

import java.util.List;

/// A registration as a watcher; its owner closes it.
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    @Override
    void close();

    /// Combines several subscriptions into one.
    static Subscription all(List<Subscription> pins) {
        List<Subscription> kept = List.copyOf(pins);
        return () -> kept.forEach(Subscription::close);
    }
}
