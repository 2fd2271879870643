package dev.belljar.app.recorded;

import dev.belljar.client.EventListener;
import dev.belljar.client.EventSubscription;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/// The events of the recorded host: each is sent when something in the recording changes.
final class RecordedHostEvents {
    private final AtomicLong seq = new AtomicLong();
    private final Set<EventListener> listeners = ConcurrentHashMap.newKeySet();
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofVirtual().name("recorded-host-events").factory());

    EventSubscription follow(EventListener listener) {
        listeners.add(listener);
        thread.execute(() -> listener.connected(true));
        return () -> listeners.remove(listener);
    }

    void tell(HostEvent event) {
        thread.execute(() -> {
            List<Event> batch = List.of(event.withSeq(seq.incrementAndGet()));
            listeners.forEach(listener -> listener.events(batch));
        });
    }

    /// Sends an event: the sandbox changed, or was destroyed.
    void changed(String sandbox, SandboxState to) {
        SandboxState from = to == SandboxState.DESTROYED ? SandboxState.STOPPED : to;
        tell(new HostEvent.StateChanged(0, RecordedHost.now(), sandbox, null, from, to, null, null, null));
    }
}
