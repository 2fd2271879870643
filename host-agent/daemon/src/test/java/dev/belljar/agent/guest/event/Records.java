package dev.belljar.agent.guest.event;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// Writes event records as a guest does.
public final class Records {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final long number;
    private final int kind;
    private final long monoNs;

    private Records(long number, int kind, long monoNs) {
        this.number = number;
        this.kind = kind;
        this.monoNs = monoNs;
    }

    public static Records record(long number, int kind, long monoNs) {
        return new Records(number, kind, monoNs);
    }

    /// A process's exit, the smallest ordinary record.
    public static byte[] exit(long number) {
        return record(number, 3, number)
                .put(EventRecord.PID, 1_000 + number)
                .put(EventRecord.START, number)
                .put(EventRecord.EXIT, 0)
                .put(EventRecord.COMM, "true")
                .bytes();
    }

    public Records put(int tag, long value) {
        return put(tag, ByteBuffer.allocate(8).putLong(value).array());
    }

    Records put(int tag, String value) {
        return put(tag, value.getBytes(StandardCharsets.UTF_8));
    }

    public Records put(int tag, byte[] value) {
        body.write(tag);
        body.write(value.length >> 8);
        body.write(value.length);
        body.writeBytes(value);
        return this;
    }

    public byte[] bytes() {
        out.writeBytes(ByteBuffer.allocate(21)
                .putInt(17 + body.size())
                .putLong(number)
                .put((byte) kind)
                .putLong(monoNs)
                .array());
        out.writeBytes(body.toByteArray());
        return out.toByteArray();
    }
}
