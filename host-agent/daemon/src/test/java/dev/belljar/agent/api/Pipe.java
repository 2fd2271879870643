package dev.belljar.agent.api;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A bounded pipe between two threads, for fakes: a writer waits while 64 KiB are unread.
final class Pipe {
    private static final int SIZE = 1 << 16;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final byte[] ring = new byte[SIZE];
    private long written;
    private long read;
    private boolean ended;

    final InputStream input = new InputStream() {
        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return take(into, offset, length);
        }
    };

    final OutputStream output = new OutputStream() {
        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            put(from, offset, length);
        }

        @Override
        public void close() {
            end();
        }
    };

    /// Ends the pipe; a waiting writer fails.
    void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// The number of bytes written so far.
    long written() {
        lock.lock();
        try {
            return written;
        } finally {
            lock.unlock();
        }
    }

    private int take(byte[] into, int offset, int length) {
        lock.lock();
        try {
            while (written == read && !ended) {
                changed.awaitUninterruptibly();
            }
            int count = (int) Math.min(length, written - read);
            for (int i = 0; i < count; i++) {
                into[offset + i] = ring[(int) (read++ % SIZE)];
            }
            changed.signalAll();
            return count == 0 ? -1 : count;
        } finally {
            lock.unlock();
        }
    }

    private void put(byte[] from, int offset, int length) throws IOException {
        lock.lock();
        try {
            for (int i = 0; i < length; i++) {
                while (written - read == SIZE && !ended) {
                    changed.awaitUninterruptibly();
                }
                if (ended) {
                    throw new IOException("the pipe has ended");
                }
                ring[(int) (written++ % SIZE)] = from[offset + i];
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
