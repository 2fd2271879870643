package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// An IPv4 packet; `payload` and `whole` (with the header, without padding) are views of the frame it came in.
public record Ipv4Packet(
        IpAddress source, IpAddress destination, int protocol, boolean fragment, ByteBuffer payload, ByteBuffer whole) {
    public static final int HEADER = 20;
    public static final int LARGEST = 65_535;
    private static final int MORE_FRAGMENTS_OR_OFFSET = 0x3fff;
    private static final int DONT_FRAGMENT = 0x4000;
    private static final int LONGEST_HEADER = 60;
    private static final int TTL = 64;

    /// Reads a packet; options are skipped.
    ///
    /// @throws MalformedPacket when lengths or the header's checksum are wrong, or its time to live is over
    public static Ipv4Packet parse(ByteBuffer bytes) throws MalformedPacket {
        ByteReads.need(bytes, HEADER, "IPv4 header");
        int header = (ByteReads.u8(bytes, 0) & 0xf) * 4;
        int total = ByteReads.u16(bytes, 2);
        if (ByteReads.u8(bytes, 0) >>> 4 != 4 || header < HEADER || total < header) {
            throw new MalformedPacket("IPv4: version, header length or total length is wrong");
        }
        ByteReads.need(bytes, total, "IPv4 packet");
        if (InternetChecksum.of(InternetChecksum.sum(ByteReads.cut(bytes, 0, header), 0)) != 0
                || ByteReads.u8(bytes, 8) == 0) {
            throw new MalformedPacket("IPv4: header checksum is wrong or time to live is 0");
        }
        return new Ipv4Packet(
                IpAddress.readFour(bytes, 12),
                IpAddress.readFour(bytes, 16),
                ByteReads.u8(bytes, 9),
                (ByteReads.u16(bytes, 6) & MORE_FRAGMENTS_OR_OFFSET) != 0,
                ByteReads.cut(bytes, header, total - header),
                ByteReads.cut(bytes, 0, total));
    }

    /// A copy of the part that an ICMP error quotes, valid after the frame's buffer is reused.
    public Ipv4Packet quote() {
        byte[] copy = ByteReads.copy(whole.slice(0, Math.min(whole.remaining(), LONGEST_HEADER + 8)));
        ByteBuffer kept = ByteBuffer.wrap(copy);
        return new Ipv4Packet(source, destination, protocol, fragment, kept, kept);
    }

    /// The bytes of a packet without options.
    ///
    /// @throws IllegalArgumentException when it would exceed the greatest length of a packet
    public static byte[] bytes(IpAddress source, IpAddress destination, int protocol, byte[] payload) {
        int total = HEADER + payload.length;
        if (total > LARGEST) {
            throw new IllegalArgumentException("IPv4 packet of " + total + " bytes: expected at most " + LARGEST);
        }
        ByteBuffer bytes = ByteBuffer.allocate(total);
        header(bytes, source, destination, protocol, payload.length);
        return bytes.put(payload).array();
    }

    /// Writes the header of a packet without options at the buffer's position, and advances the position.
    public static void header(ByteBuffer bytes, IpAddress source, IpAddress destination, int protocol, int payload) {
        int start = bytes.position();
        int total = HEADER + payload;
        bytes.put((byte) 0x45).put((byte) 0).putShort((short) total);
        bytes.putShort((short) 0).putShort((short) DONT_FRAGMENT);
        bytes.put((byte) TTL).put((byte) protocol).putShort((short) 0);
        source.writeFour(bytes);
        destination.writeFour(bytes);
        long sum = InternetChecksum.sum(bytes.slice(start, HEADER), 0);
        bytes.putShort(start + 10, (short) InternetChecksum.of(sum));
    }
}
