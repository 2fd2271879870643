package dev.belljar.app.state;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// A value that is set from any thread and watched on the FX thread.
public final class WatchedValue<T> {
    private final FxPulse pulse;
    private final List<Consumer<? super T>> watchers = new CopyOnWriteArrayList<>();
    private final Runnable delivery = this::deliver;
    private volatile T value;

    public WatchedValue(FxPulse pulse, T first) {
        this.pulse = pulse;
        this.value = first;
    }

    /// The newest value.
    public T now() {
        return value;
    }

    /// Replaces the value; watchers receive it with the next hop, unless a newer one replaces it first.
    public void set(T next) {
        value = next;
        pulse.mark(delivery);
    }

    /// Replaces the value if it is not equal to this one.
    public void setIfChanged(T next) {
        if (!next.equals(value)) {
            set(next);
        }
    }

    /// Calls the watcher with the current value and after changes, on the FX thread. Call on the FX thread.
    public WatchRegistration watch(Consumer<? super T> watcher) {
        watchers.add(watcher);
        watcher.accept(value);
        return () -> watchers.remove(watcher);
    }

    private void deliver() {
        T now = value;
        watchers.forEach(watcher -> watcher.accept(now));
    }
}
