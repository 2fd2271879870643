package dev.belljar.agent.guest.stream;

/// A ring buffer that grows with its content; its owner limits what is added.
final class LinkByteQueue {
    private static final int FIRST = 4_096;

    private byte[] ring = new byte[0];
    private int head;
    private int size;

    int size() {
        return size;
    }

    void add(byte[] bytes, int offset, int length) {
        if (size + length > ring.length) {
            grow(size + length);
        }
        int tail = (head + size) % ring.length;
        int part = Math.min(length, ring.length - tail);
        System.arraycopy(bytes, offset, ring, tail, part);
        System.arraycopy(bytes, offset + part, ring, 0, length - part);
        size += length;
    }

    /// Moves at most `length` bytes out, and returns how many.
    int take(byte[] into, int offset, int length) {
        int count = Math.min(length, size);
        if (count == 0) {
            return 0;
        }
        int part = Math.min(count, ring.length - head);
        System.arraycopy(ring, head, into, offset, part);
        System.arraycopy(ring, 0, into, offset + part, count - part);
        head = (head + count) % ring.length;
        size -= count;
        return count;
    }

    /// Drops all bytes, and returns how many there were.
    int clear() {
        int forgotten = size;
        ring = new byte[0];
        head = 0;
        size = 0;
        return forgotten;
    }

    private void grow(int least) {
        byte[] larger = new byte[Math.max(FIRST, Math.max(least, ring.length * 2))];
        int count = size;
        take(larger, 0, count);
        ring = larger;
        head = 0;
        size = count;
    }
}
