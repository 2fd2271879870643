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
/// acknowledged, in frames that hold a record at least, so that there is an end to their number too. Of heartbeats
/// only the newest is kept.
final class EventInbox {
    private static final int WINDOW = 4 << 20;
    // A whole payload may cross the line between them.
    private static final int WINDOW_MOST = WINDOW + LinkFrame.PAYLOAD_MOST;
    /// Small, for virtual threads share few processors and none is taken from one that computes: what is told in one go
    /// is what everybody else may have to wait for, sixteen times over.
    private static final int DELIVERY_MOST = 64 << 10;
    /// What a frame costs here beside its payload.
    private static final int FRAME_COST = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> events = new ArrayDeque<>();
    private @Nullable GuestHeartbeat beat;
    private int unacknowledged;
    private boolean ended;

    /// Keeps an EVENTS payload.
    ///
    /// @throws GuestException when it holds no record, or the guest sends more than its window
    void events(byte[] payload) throws GuestException {
        if (payload.length < EventRecord.SIZE_LEAST) {
            throw GuestException.broken("EVENTS of %d bytes: expected a record, which has %d at least"
                    .formatted(payload.length, EventRecord.SIZE_LEAST));
        }
        lock.lock();
        try {
            unacknowledged += payload.length;
            if (unacknowledged > WINDOW_MOST) {
                throw GuestException.broken("more than " + WINDOW + " bytes of events without an acknowledgement");
            }
            events.add(payload);
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Keeps the newest heartbeat.
    void beat(GuestHeartbeat newest) {
        lock.lock();
        try {
            beat = newest;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Says that this many bytes of events are about to be acknowledged.
    void acknowledge(int bytes) {
        lock.lock();
        try {
            unacknowledged -= bytes;
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
    EventBatch take() throws InterruptedException {
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

    private EventBatch next() {
        List<byte[]> payloads = new ArrayList<>();
        int bytes = 0;
        int cost = 0;
        while (!events.isEmpty() && cost < DELIVERY_MOST) {
            byte[] payload = events.remove();
            bytes += payload.length;
            cost += payload.length + FRAME_COST;
            payloads.add(payload);
        }
        EventBatch delivery = new EventBatch(payloads, bytes, beat);
        beat = null;
        return delivery;
    }
}
