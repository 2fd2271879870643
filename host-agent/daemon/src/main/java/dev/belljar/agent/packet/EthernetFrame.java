package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// An Ethernet frame without its checksum; `payload` is a view of the frame it was read from.
public record EthernetFrame(MacAddress destination, MacAddress source, int type, ByteBuffer payload) {
    public static final int HEADER = 14;
    public static final int TYPE_IPV4 = 0x0800;
    public static final int TYPE_ARP = 0x0806;
    public static final int TYPE_RARP = 0x8035;
    public static final int TYPE_IPV6 = 0x86dd;

    /// Reads a frame.
    ///
    /// @throws MalformedPacket when it is shorter than a header
    public static EthernetFrame parse(ByteBuffer frame) throws MalformedPacket {
        ByteReads.need(frame, HEADER, "ethernet header");
        return new EthernetFrame(
                MacAddress.read(frame, 0),
                MacAddress.read(frame, MacAddress.LENGTH),
                ByteReads.u16(frame, 12),
                ByteReads.cut(frame, HEADER, frame.remaining() - HEADER));
    }

    /// The bytes of a frame.
    public static byte[] frame(MacAddress destination, MacAddress source, int type, byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER + payload.length);
        header(frame, destination, source, type);
        return frame.put(payload).array();
    }

    /// Writes a frame's header at the buffer's position, and advances the position.
    public static void header(ByteBuffer frame, MacAddress destination, MacAddress source, int type) {
        destination.write(frame);
        source.write(frame);
        frame.putShort((short) type);
    }
}
