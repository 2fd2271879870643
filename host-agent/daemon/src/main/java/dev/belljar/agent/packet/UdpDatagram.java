package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// A UDP datagram; `payload` is a view.
public record UdpDatagram(int sourcePort, int destinationPort, ByteBuffer payload) {
    /// The length of a UDP header in bytes.
    public static final int HEADER = 8;

    /// Reads the datagram in a packet.
    ///
    /// @throws MalformedPacket when lengths or the checksum are wrong
    public static UdpDatagram parse(Ipv4Packet packet) throws MalformedPacket {
        ByteBuffer bytes = packet.payload();
        ByteReads.need(bytes, HEADER, "UDP header");
        int length = ByteReads.u16(bytes, 4);
        if (length < HEADER) {
            throw new MalformedPacket("UDP: length is " + length);
        }
        ByteReads.need(bytes, length, "UDP datagram");
        ByteBuffer datagram = ByteReads.cut(bytes, 0, length);
        long pseudo = InternetChecksum.pseudo(packet.source(), packet.destination(), IpProtocols.UDP, length);
        if (ByteReads.u16(bytes, 6) != 0 && !InternetChecksum.transportRight(datagram, 6, pseudo)) {
            throw new MalformedPacket("UDP: checksum is wrong");
        }
        return new UdpDatagram(
                ByteReads.u16(bytes, 0), ByteReads.u16(bytes, 2), ByteReads.cut(bytes, HEADER, length - HEADER));
    }

    /// The bytes of a datagram between two addresses.
    public static byte[] bytes(IpAddress source, int sourcePort, IpAddress target, int targetPort, byte[] payload) {
        int length = HEADER + payload.length;
        ByteBuffer bytes = ByteBuffer.allocate(length);
        bytes.putShort((short) sourcePort).putShort((short) targetPort).putShort((short) length);
        bytes.putShort((short) 0).put(payload).flip();
        long pseudo = InternetChecksum.pseudo(source, target, IpProtocols.UDP, length);
        int checksum = InternetChecksum.of(InternetChecksum.sum(bytes, pseudo));
        // A field of 0 would mean "no checksum", so a checksum of 0 is sent as all ones.
        return bytes.putShort(6, (short) (checksum == 0 ? 0xffff : checksum)).array();
    }
}
