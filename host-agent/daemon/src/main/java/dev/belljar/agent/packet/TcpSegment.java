package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// A TCP segment; `options` and `payload` are views.
public record TcpSegment(
        int sourcePort,
        int destinationPort,
        int seq,
        int ack,
        int flags,
        int window,
        ByteBuffer options,
        ByteBuffer payload) {
    public static final int FIN = 1;
    public static final int SYN = 2;
    public static final int RST = 4;
    public static final int PSH = 8;
    public static final int ACK = 16;

    public static final int HEADER = 20;
    /// The offset of the checksum in the header.
    private static final int CHECKSUM = 16;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    /// A segment without options.
    public TcpSegment(
            int sourcePort, int destinationPort, int seq, int ack, int flags, int window, ByteBuffer payload) {
        this(sourcePort, destinationPort, seq, ack, flags, window, NOTHING, payload);
    }

    /// Reads the segment in a packet.
    ///
    /// @throws MalformedPacket when lengths or the checksum are wrong
    public static TcpSegment parse(Ipv4Packet packet) throws MalformedPacket {
        ByteBuffer bytes = packet.payload();
        ByteReads.need(bytes, HEADER, "TCP header");
        int header = (ByteReads.u8(bytes, 12) >>> 4) * 4;
        if (header < HEADER) {
            throw new MalformedPacket("TCP: header length is " + header);
        }
        ByteReads.need(bytes, header, "TCP options");
        int length = bytes.remaining();
        long pseudo = InternetChecksum.pseudo(packet.source(), packet.destination(), IpProtocols.TCP, length);
        if (!InternetChecksum.transportRight(bytes, CHECKSUM, pseudo)) {
            throw new MalformedPacket("TCP: checksum is wrong");
        }
        return new TcpSegment(
                ByteReads.u16(bytes, 0),
                ByteReads.u16(bytes, 2),
                (int) ByteReads.u32(bytes, 4),
                (int) ByteReads.u32(bytes, 8),
                ByteReads.u8(bytes, 13),
                ByteReads.u16(bytes, 14),
                ByteReads.cut(bytes, HEADER, header - HEADER),
                ByteReads.cut(bytes, header, length - header));
    }

    /// Whether this flag is set.
    public boolean has(int flag) {
        return (flags & flag) != 0;
    }

    /// The sequence number after the payload, SYN and FIN, which the sender expects to be acknowledged.
    public int next() {
        return seq + payload.remaining() + (has(SYN) ? 1 : 0) + (has(FIN) ? 1 : 0);
    }

    /// The reset that refuses this segment, numbered by RFC 9293 section 3.10.7.1.
    public TcpSegment reset() {
        return has(ACK) ? answer(ack, 0, RST, NOTHING) : answer(0, next(), RST | ACK, NOTHING);
    }

    /// A segment in the opposite direction.
    public TcpSegment answer(int withSeq, int withAck, int withFlags, ByteBuffer data) {
        int from = destinationPort;
        int to = sourcePort;
        return new TcpSegment(from, to, withSeq, withAck, withFlags, windowFor(withFlags), data);
    }

    private static int windowFor(int flags) {
        return (flags & RST) == 0 ? 0xffff : 0;
    }

    /// The segment's bytes in a packet between these addresses.
    public byte[] bytes(IpAddress source, IpAddress destination) {
        int length = HEADER + payload.remaining();
        ByteBuffer bytes = ByteBuffer.allocate(length);
        bytes.putShort((short) sourcePort)
                .putShort((short) destinationPort)
                .putInt(seq)
                .putInt(ack);
        bytes.put((byte) ((HEADER / 4) << 4)).put((byte) flags).putShort((short) window);
        bytes.putInt(0).put(ByteReads.copy(payload)).flip();
        long pseudo = InternetChecksum.pseudo(source, destination, IpProtocols.TCP, length);
        return bytes.putShort(CHECKSUM, (short) InternetChecksum.of(InternetChecksum.sum(bytes, pseudo)))
                .array();
    }

    /// Writes the checksum of the complete segment between the position and limit of `bytes`.
    public static void seal(ByteBuffer bytes, IpAddress source, IpAddress destination) {
        int at = bytes.position() + CHECKSUM;
        bytes.putShort(at, (short) 0);
        long pseudo = InternetChecksum.pseudo(source, destination, IpProtocols.TCP, bytes.remaining());
        bytes.putShort(at, (short) InternetChecksum.of(InternetChecksum.sum(bytes, pseudo)));
    }
}
