package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// The fixed header of an IPv6 packet and its payload. Of the extension headers only "hop by hop", which every
/// multicast report has, is skipped.
public record Ipv6Packet(IpAddress source, IpAddress destination, int nextHeader, ByteBuffer payload) {
    private static final int HEADER = 40;
    private static final int HOP_BY_HOP = 0;

    /// Reads a packet.
    ///
    /// @throws MalformedPacket when version or length are wrong
    public static Ipv6Packet parse(ByteBuffer bytes) throws MalformedPacket {
        ByteReads.need(bytes, HEADER, "IPv6 header");
        if (ByteReads.u8(bytes, 0) >>> 4 != 6) {
            throw new MalformedPacket("IPv6: version is wrong");
        }
        int length = ByteReads.u16(bytes, 4);
        ByteReads.need(bytes, HEADER + length, "IPv6 packet");
        Ipv6Packet packet = new Ipv6Packet(
                IpAddress.readSix(bytes, 8),
                IpAddress.readSix(bytes, 24),
                ByteReads.u8(bytes, 6),
                ByteReads.cut(bytes, HEADER, length));
        return packet.nextHeader == HOP_BY_HOP ? packet.past() : packet;
    }

    private Ipv6Packet past() throws MalformedPacket {
        ByteReads.need(payload, 8, "IPv6 hop-by-hop header");
        int length = (ByteReads.u8(payload, 1) + 1) * 8;
        ByteReads.need(payload, length, "IPv6 hop-by-hop options");
        ByteBuffer rest = ByteReads.cut(payload, length, payload.remaining() - length);
        return new Ipv6Packet(source, destination, ByteReads.u8(payload, 0), rest);
    }

    /// The destination port of TCP or UDP, or the source port if `ofSource`; 0 for other protocols.
    public int port(boolean ofSource) {
        boolean ported = nextHeader == IpProtocols.TCP || nextHeader == IpProtocols.UDP;
        return ported && payload.remaining() >= 4 ? ByteReads.u16(payload, ofSource ? 0 : 2) : 0;
    }

    /// The type of an ICMPv6 message, else -1.
    public int icmpType() {
        return nextHeader == IpProtocols.ICMPV6 && payload.hasRemaining() ? ByteReads.u8(payload, 0) : -1;
    }
}
