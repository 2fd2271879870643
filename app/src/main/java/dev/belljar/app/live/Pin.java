package dev.belljar.app.live;

import java.util.List;

/// A subscription; its owner closes it.
@FunctionalInterface
public interface Pin extends AutoCloseable {
    @Override
    void close();

    /// Several as one.
    static Pin all(List<Pin> pins) {
        List<Pin> kept = List.copyOf(pins);
        return () -> kept.forEach(Pin::close);
    }
}
