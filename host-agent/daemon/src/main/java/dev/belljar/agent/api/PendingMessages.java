package dev.belljar.agent.api;

import java.util.ArrayDeque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// Messages that come before there is anybody to take them.
///
/// A few are kept, so that whoever hands them over can go on and see when their sender leaves; then it waits.
final class PendingMessages {
    private static final int MOST_BYTES = 64 << 10;
    /// What a message costs however short it is.
    private static final int EACH = 256;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<Held> held = new ArrayDeque<>();
    private int bytes;
    private boolean through;

    private record Held(int bytes, Runnable message) {}

    /// Keeps a message of so many bytes, and waits while too many are kept.
    ///
    /// @return false when none is kept any more, and this one is for whoever asks to take
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

    /// Hands on what was kept and what comes meanwhile, in order, until there is none; then keeps none any more.
    void letThrough() {
        for (Runnable next = next(); next != null; next = next()) {
            next.run();
        }
    }

    /// Forgets what was kept, and keeps none any more.
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
