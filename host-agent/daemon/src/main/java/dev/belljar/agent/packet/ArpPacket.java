package dev.belljar.agent.packet;

import java.nio.ByteBuffer;

/// An ARP packet for IPv4 over Ethernet.
public record ArpPacket(int operation, MacAddress senderMac, IpAddress sender, MacAddress targetMac, IpAddress target) {
    public static final int REQUEST = 1;
    public static final int REPLY = 2;
    private static final int LENGTH = 28;
    private static final int ETHERNET = 1;

    /// Reads a packet.
    ///
    /// @throws MalformedPacket when it is too short or about other kinds of address
    public static ArpPacket parse(ByteBuffer bytes) throws MalformedPacket {
        ByteReads.need(bytes, LENGTH, "ARP");
        if (ByteReads.u16(bytes, 0) != ETHERNET
                || ByteReads.u16(bytes, 2) != EthernetFrame.TYPE_IPV4
                || ByteReads.u16(bytes, 4) != 0x0604) {
            throw new MalformedPacket("ARP: expected IPv4 over Ethernet");
        }
        return new ArpPacket(
                ByteReads.u16(bytes, 6),
                MacAddress.read(bytes, 8),
                IpAddress.readFour(bytes, 14),
                MacAddress.read(bytes, 18),
                IpAddress.readFour(bytes, 24));
    }

    /// The reply that the requested address is at `mac`.
    public ArpPacket answer(MacAddress mac) {
        return new ArpPacket(
                REPLY, /* senderMac= */ mac, /* sender= */ target, /* targetMac= */ senderMac, /* target= */ sender);
    }

    /// The packet's bytes.
    public byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH);
        bytes.putShort((short) ETHERNET)
                .putShort((short) EthernetFrame.TYPE_IPV4)
                .putShort((short) 0x0604);
        bytes.putShort((short) operation);
        senderMac.write(bytes);
        sender.writeFour(bytes);
        targetMac.write(bytes);
        target.writeFour(bytes);
        return bytes.array();
    }
}
