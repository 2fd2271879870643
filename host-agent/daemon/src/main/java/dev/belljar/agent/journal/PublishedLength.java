package dev.belljar.agent.journal;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// How far a journal may be read: the only state that its writer and its cursors share.
///
/// An extent is consistent: over all files it has the lines of all numbers up to `lastSeq`, and none above.
final class PublishedLength {
    /// The newest number and the length of each file, in bytes.
    record Extent(long lastSeq, long[] lengths) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile Extent extent;
    private volatile @Nullable String closed;

    PublishedLength(Extent extent) {
        this.extent = extent;
    }

    Extent extent() {
        return extent;
    }

    /// Why no more events will come, null while the journal is open.
    @Nullable
    String closed() {
        return closed;
    }

    void publish(Extent newer) {
        lock.lock();
        try {
            extent = newer;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void close(String why) {
        lock.lock();
        try {
            closed = why;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Waits until there is a number above `seen` or the journal is closed, at most `nanos` nanoseconds.
    ///
    /// @return the rest of `nanos`, 0 or less when the time is up
    long await(long seen, long nanos) throws InterruptedException {
        lock.lock();
        try {
            long left = nanos;
            while (extent.lastSeq() <= seen && closed == null && left > 0) {
                left = changed.awaitNanos(left);
            }
            return left;
        } finally {
            lock.unlock();
        }
    }
}
