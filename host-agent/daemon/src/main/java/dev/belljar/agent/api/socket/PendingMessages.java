package dev.belljar.agent.api.socket;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Messages of a client that come before anything can receive them.
///
/// Keeps a few, so that the thread that reads the socket can go on and notice when the client leaves; when it
/// has kept enough, that thread waits.
final class PendingMessages {
    private static final int MOST_BYTES = 64 << 10;
    /// The memory that any message is counted with, however short it is; bytes.
    private static final int EACH = 256;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private int bytes;
    private boolean through;

    private record Held(int bytes, Runnable message) {}

    /// Keeps a message of `length` bytes; waits while too many bytes are kept.
    ///
    /// @return false when messages are no longer kept, and the caller has to handle this one
    boolean keep(int length, Runnable message) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Held next = new Held(length + EACH, message);
            while (!through && !held.isEmpty() && bytes + next.bytes() > MOST_BYTES) {
                changed.await();
            }
            if (through) {
                return false;
            }
            held.add(next);
            bytes += next.bytes();
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Runs the kept messages in order, with those that arrive in the meantime, until none is left; from then on
    /// no message is kept.
    void letThrough() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    /// Drops the kept messages; from then on no message is kept.
    void drop() {
        lock.lock();
        try {
            held.clear();
            through = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private @Nullable Runnable next() {
        lock.lock();
        try {
            Held next = held.poll();
            changed.signalAll();
            if (next == null) {
                through = true;
                return null;
            }
            bytes -= next.bytes();
            return next.message();
        } finally {
            lock.unlock();
        }
    }
}
