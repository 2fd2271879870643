package dev.belljar.agent.guest.link;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.guest.GuestEvent;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.GuestHello;
import dev.belljar.agent.guest.LinkObserver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// An observer that records all its calls, as a journal would.
final class RecordingObserver implements LinkObserver {
    /// Long enough for a busy computer; a passing test does not wait for it.
    static final Duration PATIENCE = Duration.ofSeconds(100);

    private final Map<String, List<GuestEvent>> recorded = new HashMap<>();
    private final BlockingQueue<GuestHello> ups = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> downs = new LinkedBlockingQueue<>();
    private final BlockingQueue<GuestHeartbeat> beats = new LinkedBlockingQueue<>();

    @Override
    public synchronized long recorded(String bootId) {
        List<GuestEvent> events = recorded.getOrDefault(bootId, List.of());
        return events.isEmpty() ? 0 : events.getLast().number();
    }

    @Override
    public void up(GuestHello hello) {
        ups.add(hello);
    }

    @Override
    public synchronized void events(String bootId, List<GuestEvent> events) throws InterruptedException {
        recorded.computeIfAbsent(bootId, _ -> new ArrayList<>()).addAll(events);
        notifyAll();
    }

    @Override
    public void beat(GuestHeartbeat beat) {
        beats.add(beat);
    }

    @Override
    public void down(String reason) {
        downs.add(reason);
    }

    GuestHello awaitUp() throws InterruptedException {
        return present(ups.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS), "the link came up");
    }

    String awaitDown() throws InterruptedException {
        return present(downs.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS), "the link went down");
    }

    GuestHeartbeat awaitBeat() throws InterruptedException {
        return present(beats.poll(PATIENCE.toMillis(), TimeUnit.MILLISECONDS), "a heartbeat came");
    }

    /// The events of the fake guest's boot, once there are this many.
    synchronized List<GuestEvent> awaitEvents(int count) throws InterruptedException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (events().size() < count && System.nanoTime() < end) {
            wait(100);
        }
        assertThat(events().size()).as("events recorded").isGreaterThanOrEqualTo(count);
        return List.copyOf(events());
    }

    synchronized List<GuestEvent> events() {
        return recorded.getOrDefault(Peer.BOOT, List.of());
    }

    private static <T> T present(@Nullable T value, String what) {
        assertThat(value).as(what).isNotNull();
        return java.util.Objects.requireNonNull(value);
    }
}
