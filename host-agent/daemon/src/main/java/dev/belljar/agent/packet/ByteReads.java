package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// Reads unsigned fields and slices of a buffer, with checks, all relative to its position.
final class ByteReads {
    private ByteReads() {}

    /// Fails unless at least `length` bytes remain.
    static void need(ByteBuffer bytes, int length, String what) throws MalformedPacket {
        if (length < 0 || bytes.remaining() < length) {
            throw new MalformedPacket(what + ": expected " + length + " bytes, found " + bytes.remaining());
        }
    }

    static int u8(ByteBuffer bytes, int offset) {
        return bytes.get(bytes.position() + offset) & 0xff;
    }

    static int u16(ByteBuffer bytes, int offset) {
        return bytes.getShort(bytes.position() + offset) & 0xffff;
    }

    static long u32(ByteBuffer bytes, int offset) {
        return bytes.getInt(bytes.position() + offset) & 0xffff_ffffL;
    }

    /// A view of `length` bytes from `offset`; the caller has checked that they exist.
    static ByteBuffer cut(ByteBuffer bytes, int offset, int length) {
        return bytes.slice(bytes.position() + offset, length);
    }

    /// A copy of the remaining bytes; the position does not change.
    static byte[] copy(ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(bytes.position(), copy);
        return copy;
    }
}
