package dev.belljar.agent.inspect.http;

import dev.belljar.contract.http.HeadLimits;
import dev.belljar.contract.http.HttpFault;
import dev.belljar.contract.http.HttpHead;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A queue of bytes in one array that grows as needed and is freed when empty.
///
/// Its limit only affects `room`; bytes that are added are never cut. Not safe for several threads.
public final class ByteSpool {
    private static final byte[] NOTHING = new byte[0];
    private static final int SMALLEST = 2 * 1024;

    private final int limit;
    private byte[] bytes = NOTHING;
    private int head;
    private int size;

    public ByteSpool(int limit) {
        this.limit = limit;
    }

    public int size() {
        return size;
    }

    /// How many more bytes may be added by the limit.
    public int room() {
        return Math.max(0, limit - size);
    }

    public boolean isEmpty() {
        return size == 0;
    }

    /// Takes the head of a message off the front; null while it is not complete.
    ///
    /// @throws HttpFault when it is too long or ambiguous
    public @Nullable HttpHead takeHead() throws HttpFault {
        int length = HttpHead.length(content(), HeadLimits.USUAL);
        if (length == 0) {
            return null;
        }
        byte[] head = copy(0, length);
        drop(length);
        return HttpHead.parse(head, HeadLimits.USUAL);
    }

    byte at(int index) {
        return bytes[head + index];
    }

    public void add(byte[] source, int from, int length) {
        int at = space(length);
        System.arraycopy(source, from, bytes, at, length);
        size += length;
    }

    public void add(byte[] source) {
        add(source, 0, source.length);
    }

    /// Adds as many bytes as there is room for.
    public void take(ByteBuffer source) {
        int count = Math.min(source.remaining(), room());
        if (count > 0) {
            int at = space(count);
            source.get(bytes, at, count);
            size += count;
        }
    }

    /// A buffer of `length` free bytes after the last byte; bytes that are put there count once `filled` is
    /// called.
    public ByteBuffer free(int length) {
        int at = space(length);
        return ByteBuffer.wrap(bytes, at, length).slice();
    }

    public void filled(int count) {
        size += count;
        letGo();
    }

    /// All bytes, for reading; they are not removed.
    public ByteBuffer content() {
        return ByteBuffer.wrap(bytes, head, size).slice();
    }

    public byte[] copy(int from, int length) {
        return Arrays.copyOfRange(bytes, head + from, head + from + length);
    }

    public void drop(int count) {
        head += count;
        size -= count;
        letGo();
    }

    public void clear() {
        drop(size);
    }

    /// Moves as many bytes as fit into the buffers, and returns how many.
    public long give(ByteBuffer[] into) {
        long moved = 0;
        for (ByteBuffer buffer : into) {
            int count = Math.min(buffer.remaining(), size);
            buffer.put(bytes, head, count);
            drop(count);
            moved += count;
        }
        return moved;
    }

    /// The offset at which `length` more bytes can be put. It may replace the array `bytes`, so it must be
    /// called before `bytes` is read.
    private int space(int length) {
        int needed = size + length;
        if (needed > bytes.length) {
            byte[] larger = new byte[Math.max(SMALLEST, Math.max(needed, Math.min(2 * bytes.length, limit)))];
            System.arraycopy(bytes, head, larger, 0, size);
            bytes = larger;
            head = 0;
        } else if (head + needed > bytes.length) {
            System.arraycopy(bytes, head, bytes, 0, size);
            head = 0;
        }
        return head + size;
    }

    private void letGo() {
        if (size == 0) {
            bytes = NOTHING;
            head = 0;
        }
    }
}
