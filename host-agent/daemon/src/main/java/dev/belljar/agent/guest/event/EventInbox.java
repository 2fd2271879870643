package dev.belljar.agent.guest.event;

import dev.belljar.agent.guest.GuestException;
import dev.belljar.agent.guest.GuestHeartbeat;
import dev.belljar.agent.guest.frame.LinkFrame;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Queues what the guest sent for the observer, so that a slow observer delays neither commands nor heartbeats.
///
/// The protocol's window bounds it: a guest may have sent at most 4 MiB of events that were not acknowledged, in
/// frames with at least one record each, which bounds the number of frames too. Only the newest heartbeat is
/// kept.
public final class EventInbox {
    private static final int WINDOW = 4 << 20;
    // The last payload inside the window may exceed it by its whole length.
    private static final int WINDOW_MOST = WINDOW + LinkFrame.PAYLOAD_MOST;
    /// Small, because virtual threads share few processors and are not preempted while they compute: other
    /// threads may have to wait for a whole batch, up to sixteen of them.
    private static final int DELIVERY_MOST = 64 << 10;
    /// The memory of a frame besides its payload, in bytes.
    private static final int FRAME_COST = 64;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> events = new ArrayDeque<>();
    private @Nullable GuestHeartbeat beat;
    private int unacknowledged;
    private boolean ended;

    /// Adds an EVENTS payload.
    ///
    /// @throws GuestException when it holds no record, or the guest sends more than its window
    public void events(byte[] payload) throws GuestException {
        if (payload.length < EventRecord.SIZE_LEAST) {
            throw GuestException.broken("EVENTS frame of %d bytes: expected a record of at least %d"
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

    /// Replaces the heartbeat with a newer one.
    public void beat(GuestHeartbeat newest) {
        lock.lock();
        try {
            beat = newest;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Notes that so many bytes of events are about to be acknowledged.
    public void acknowledge(int bytes) {
        lock.lock();
        try {
            unacknowledged -= bytes;
        } finally {
            lock.unlock();
        }
    }

    /// Ends the queue and wakes the thread that takes from it. What was queued is dropped: the guest sends it
    /// again.
    public void end() {
        lock.lock();
        try {
            ended = true;
            events.clear();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The next batch for the observer, or null when the session has ended.
    @Nullable
    public EventBatch take() throws InterruptedException {
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
