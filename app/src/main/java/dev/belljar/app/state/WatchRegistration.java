package dev.belljar.app.state;

import java.util.List;

/// A registration as a watcher; its owner closes it.
@FunctionalInterface
public interface WatchRegistration extends AutoCloseable {
    @Override
    void close();

    /// Combines several subscriptions into one.
    static WatchRegistration all(List<WatchRegistration> registrations) {
        List<WatchRegistration> kept = List.copyOf(registrations);
        return () -> kept.forEach(WatchRegistration::close);
    }
}
