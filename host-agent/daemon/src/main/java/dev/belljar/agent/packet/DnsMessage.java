package dev.belljar.agent.packet;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A DNS question. `name` is in lower case, without the last dot, at most 253 characters of `a-z 0-9 - _ .`;
/// every other byte is shown as `?`.
public record DnsMessage(int id, int flags, String name, int type, byte[] question, boolean extended) {
    public static final int PORT = 53;
    public static final int FORMAT_ERROR = 1;
    public static final int SERVER_FAILURE = 2;
    public static final int NO_SUCH_NAME = 3;
    public static final int REFUSED = 5;
    /// Record types.
    public static final int ADDRESS = 1;
    public static final int ADDRESS_SIX = 28;
    public static final int SERVICE = 64;
    public static final int HTTPS = 65;
    /// The number of addresses that fit into an answer of 512 bytes with any name.
    public static final int MOST_ADDRESSES = 13;

    private static final int RECURSION_AVAILABLE = 0x80;

    private static final int HEADER = 12;
    private static final int ANSWER = 0x8000;
    private static final int KEPT_FLAGS = 0x7900;
    private static final int LONGEST_LABEL = 63;
    private static final int LONGEST_NAME = 255;
    private static final int OPT = 41;
    private static final int OPT_LENGTH = 11;
    private static final int ADDRESS_RECORD = 16;
    private static final int UDP_SIZE = 1232;

    /// Reads a message with exactly one question.
    ///
    /// @throws MalformedPacket when it is not one
    public static DnsMessage parse(ByteBuffer bytes) throws MalformedPacket {
        ByteReads.need(bytes, HEADER, "DNS header");
        int flags = ByteReads.u16(bytes, 2);
        if ((flags & ANSWER) != 0 || ByteReads.u16(bytes, 4) != 1) {
            throw new MalformedPacket("DNS: expected one question");
        }
        StringBuilder name = new StringBuilder();
        int end = name(bytes, name);
        ByteReads.need(bytes, end + 4, "DNS question");
        return new DnsMessage(
                ByteReads.u16(bytes, 0),
                flags,
                name.isEmpty() ? "." : name.toString(),
                ByteReads.u16(bytes, end),
                ByteReads.copy(ByteReads.cut(bytes, HEADER, end + 4 - HEADER)),
                extended(bytes, end + 4));
    }

    private static int name(ByteBuffer bytes, StringBuilder name) throws MalformedPacket {
        int at = HEADER;
        while (true) {
            ByteReads.need(bytes, at + 1, "DNS name");
            int length = ByteReads.u8(bytes, at++);
            if (length == 0) {
                return at;
            }
            // A value above 63 would be a pointer, but there is nothing before the first name that it could
            // point to.
            if (length > LONGEST_LABEL || at + length - HEADER >= LONGEST_NAME) {
                throw new MalformedPacket("DNS: name is too long");
            }
            ByteReads.need(bytes, at + length, "DNS label");
            name.append(name.isEmpty() ? "" : ".");
            for (int i = 0; i < length; i++) {
                name.append(clean((char) ByteReads.u8(bytes, at + i)));
            }
            at += length;
        }
    }

    private static char clean(char c) {
        char lower = c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
        boolean plain =
                (lower >= 'a' && lower <= 'z') || (lower >= '0' && lower <= '9') || lower == '-' || lower == '_';
        return plain ? lower : '?';
    }

    private static boolean extended(ByteBuffer bytes, int at) {
        boolean alone = ByteReads.u32(bytes, 6) == 0 && ByteReads.u16(bytes, 10) > 0;
        return alone
                && bytes.remaining() >= at + OPT_LENGTH
                && ByteReads.u8(bytes, at) == 0
                && ByteReads.u16(bytes, at + 1) == OPT;
    }

    /// Whether the name has only letters, digits, `-`, `_` and dots, as all names that are resolved.
    public boolean plain() {
        return name.indexOf('?') < 0 && !name.equals(".");
    }

    /// The answer with these addresses, at most `MOST_ADDRESSES` of them, valid for so many seconds.
    public byte[] addresses(List<IpAddress> found, long seconds) {
        return addresses(found, seconds, null);
    }

    /// The same with the reason why these addresses are not those of the name, if the question allows one.
    public byte[] addresses(List<IpAddress> found, long seconds, @Nullable DnsExtendedError error) {
        int count = Math.min(found.size(), MOST_ADDRESSES);
        byte[] bare = refusal(0, error);
        int records = HEADER + question.length;
        ByteBuffer bytes = ByteBuffer.allocate(bare.length + count * ADDRESS_RECORD);
        bytes.put(bare, 0, records);
        for (IpAddress address : found.subList(0, count)) {
            // A pointer to the question's name.
            bytes.putShort((short) 0xc00c).putShort((short) ADDRESS).putShort((short) 1);
            bytes.putInt((int) seconds).putShort((short) 4);
            address.writeFour(bytes);
        }
        bytes.put(bare, records, bare.length - records);
        bytes.putShort(2, (short) (bytes.getShort(2) | RECURSION_AVAILABLE)).putShort(6, (short) count);
        return bytes.array();
    }

    /// The answer with this response code and no records. A question with EDNS gets an answer with EDNS, because
    /// stub resolvers would otherwise ask again without it.
    public byte[] refusal(int code) {
        return refusal(code, null);
    }

    /// The same with the reason, if the question allows one.
    public byte[] refusal(int code, @Nullable DnsExtendedError error) {
        byte[] option = error == null || !extended ? new byte[0] : error.option();
        int more = extended ? OPT_LENGTH + option.length : 0;
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + question.length + more);
        bytes.putShort((short) id).putShort((short) (ANSWER | (flags & KEPT_FLAGS) | code));
        bytes.putShort((short) 1).putInt(0).putShort((short) (extended ? 1 : 0)).put(question);
        if (extended) {
            bytes.put((byte) 0).putShort((short) OPT).putShort((short) UDP_SIZE).putInt(0);
            bytes.putShort((short) option.length).put(option);
        }
        return bytes.array();
    }

    /// The answer to a message that `parse` refused: only a header; empty if the message has no header or is an
    /// answer itself.
    public static byte[] formatError(ByteBuffer bytes) {
        if (bytes.remaining() < HEADER || (ByteReads.u16(bytes, 2) & ANSWER) != 0) {
            return new byte[0];
        }
        int flags = ANSWER | (ByteReads.u16(bytes, 2) & KEPT_FLAGS) | FORMAT_ERROR;
        ByteBuffer answer = ByteBuffer.allocate(HEADER);
        return answer.putShort((short) ByteReads.u16(bytes, 0))
                .putShort((short) flags)
                .array();
    }
}
