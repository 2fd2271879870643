package dev.belljar.agent.guest;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// What waits for the observer, so that a slow one holds up neither commands nor heartbeats.
///
/// It is bounded by the protocol's own window: a guest may have 4 MiB of events on the way that were not
/// acknowledged. Of heartbeats only the newest is kept.
final class Inbox {
    private static final int WINDOW = 4 << 20;
    // A whole payload may cross the line between them.
    private static final int WINDOW_MOST = WINDOW + Frame.PAYLOAD_MOST;
    private static final int DELIVERY_MOST = 512 << 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> events = new ArrayDeque<>();
    private @Nullable GuestBeat beat;
    private int unacknowledged;
    private boolean ended;

    /// Keeps an EVENTS payload.
    ///
    /// @throws GuestException when the guest sends more than its window
    void events(byte[] payload) throws GuestException {
        lock.lock();
        try {
            unacknowledged += payload.length;
            if (unacknowledged > WINDOW_MOST) {
                throw GuestException.broken("more than " + WINDOW + " octets of events without an acknowledgement");
            }
            events.add(payload);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Keeps the newest heartbeat.
    void beat(GuestBeat newest) {
        lock.lock();
        try {
            beat = newest;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Says that this many octets of events are about to be acknowledged.
    void acknowledge(int octets) {
        lock.lock();
        try {
            unacknowledged -= octets;
        } finally {
            lock.unlock();
        }
    }

    /// Wakes the taker for good; what waits is dropped, because the guest sends it again.
    void end() {
        lock.lock();
        try {
            ended = true;
            events.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The next things to tell, or null when the conversation has ended.
    @Nullable
    Delivery take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (events.isEmpty() && beat == null && !ended) {
                changed.await();
            }
            return ended ? null : next();
        } finally {
            lock.unlock();
        }
    }

    private Delivery next() {
        List<byte[]> payloads = new ArrayList<>();
        int octets = 0;
        while (!events.isEmpty() && octets < DELIVERY_MOST) {
            byte[] payload = events.remove();
            octets += payload.length;
            payloads.add(payload);
        }
        Delivery delivery = new Delivery(payloads, octets, beat);
        beat = null;
        return delivery;
    }
}
