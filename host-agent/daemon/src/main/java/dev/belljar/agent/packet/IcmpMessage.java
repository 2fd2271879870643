package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// An ICMP message; `rest` is the second 32-bit word, `data` a view of the bytes after it.
public record IcmpMessage(int type, int code, int rest, ByteBuffer data) {
    public static final int ECHO_REPLY = 0;
    public static final int UNREACHABLE = 3;
    public static final int ECHO = 8;
    /// Codes of `UNREACHABLE`.
    public static final int NO_HOST = 1;
    public static final int NO_PROTOCOL = 2;
    public static final int NO_PORT = 3;
    public static final int HOST_PROHIBITED = 10;

    private static final int HEADER = 8;
    /// The most bytes of a quoted packet: by RFC 1812 the whole error has at most 576 bytes.
    private static final int LARGEST_QUOTE = 576 - Ipv4Packet.HEADER - HEADER;

    /// Reads a message.
    ///
    /// @throws MalformedPacket when it is too short or its checksum is wrong
    public static IcmpMessage parse(ByteBuffer bytes) throws MalformedPacket {
        ByteReads.need(bytes, HEADER, "ICMP header");
        if (InternetChecksum.of(InternetChecksum.sum(bytes, 0)) != 0) {
            throw new MalformedPacket("ICMP: checksum is wrong");
        }
        return new IcmpMessage(
                ByteReads.u8(bytes, 0),
                ByteReads.u8(bytes, 1),
                (int) ByteReads.u32(bytes, 4),
                ByteReads.cut(bytes, HEADER, bytes.remaining() - HEADER));
    }

    /// The answer to an echo request.
    public IcmpMessage echoed() {
        return new IcmpMessage(ECHO_REPLY, 0, rest, data);
    }

    /// The error that the destination of `original` is unreachable, with the beginning of `original`.
    public static IcmpMessage unreachable(int code, Ipv4Packet original) {
        int quote = Math.min(original.whole().remaining(), LARGEST_QUOTE);
        return new IcmpMessage(UNREACHABLE, code, 0, ByteReads.cut(original.whole(), 0, quote));
    }

    /// Whether the message is a query, which may be answered with an error.
    public boolean query() {
        return switch (type) {
            case ECHO, 10, 13, 15, 17 -> true;
            default -> false;
        };
    }

    /// The message's bytes.
    public byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(HEADER + data.remaining());
        bytes.put((byte) type)
                .put((byte) code)
                .putShort((short) 0)
                .putInt(rest)
                .put(ByteReads.copy(data))
                .flip();
        return bytes.putShort(2, (short) InternetChecksum.of(InternetChecksum.sum(bytes, 0)))
                .array();
    }
}
