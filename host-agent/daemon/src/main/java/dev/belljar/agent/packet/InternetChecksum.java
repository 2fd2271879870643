package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// The ones' complement sum of RFC 1071, over headers and over transports with their pseudo header.
final class InternetChecksum {
    private InternetChecksum() {}

    /// The sum of `start` and the remaining bytes of `bytes`, not folded; an odd last byte counts as a high
    /// byte.
    static long sum(ByteBuffer bytes, long start) {
        long sum = start;
        int at = bytes.position();
        // Eight bytes at a time, in parts that cannot overflow, because this loop reads every byte of all
        // traffic.
        for (; at + 8 <= bytes.limit(); at += 8) {
            long word = bytes.getLong(at);
            sum += (word >>> 32) + (word & 0xffff_ffffL);
        }
        for (; at + 4 <= bytes.limit(); at += 4) {
            sum += bytes.getInt(at) & 0xffff_ffffL;
        }
        if (at + 2 <= bytes.limit()) {
            sum += bytes.getShort(at) & 0xffff;
            at += 2;
        }
        return at < bytes.limit() ? sum + ((bytes.get(at) & 0xffL) << 8) : sum;
    }

    /// The sum over a pseudo header, not folded.
    static long pseudo(IpAddress source, IpAddress destination, int protocol, int length) {
        return source.halves() + destination.halves() + protocol + length;
    }

    /// A sum folded to 16 bits, not complemented.
    static int fold(long sum) {
        long folded = sum;
        while (folded >>> 16 != 0) {
            folded = (folded & 0xffff) + (folded >>> 16);
        }
        return (int) folded;
    }

    /// The checksum field for a sum.
    static int of(long sum) {
        return ~fold(sum) & 0xffff;
    }

    /// Whether a transport's checksum field is right, or has only the pseudo header's sum.
    ///
    /// The latter happens if the sender left the checksum to its network card (checksum offload), and nothing on
    /// the way completed it.
    static boolean transportRight(ByteBuffer segment, int field, long pseudo) {
        return fold(sum(segment, pseudo)) == 0xffff || ByteReads.u16(segment, field) == fold(pseudo);
    }
}
