package dev.belljar.agent.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.IntRange;
import dev.belljar.testing.property.Property;
import dev.belljar.testing.property.Size;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class PacketTest {
    private static final IpAddress HERE = IpAddress.four(10, 213, 0, 2);
    private static final IpAddress THERE = IpAddress.four(93, 184, 216, 34);

    @Property
    void aChecksumOverBytesWithTheirChecksumIsZero(@ForAll @Size(min = 2, max = 70) byte[] bytes) {
        byte[] even = java.util.Arrays.copyOf(bytes, bytes.length & ~1);
        even[0] = 0;
        even[1] = 0;
        ByteBuffer buffer = ByteBuffer.wrap(even);
        buffer.putShort(0, (short) InternetChecksum.of(InternetChecksum.sum(buffer, 0)));
        assertThat(InternetChecksum.of(InternetChecksum.sum(buffer, 0))).isZero();
    }

    @Property
    void aDatagramReadBackIsTheOneWritten(
            @ForAll @IntRange(max = 65_535) int from,
            @ForAll @IntRange(max = 65_535) int to,
            @ForAll @Size(max = 99) byte[] data)
            throws MalformedPacket {
        byte[] bytes = Ipv4Packet.bytes(HERE, THERE, IpProtocols.UDP, UdpDatagram.bytes(HERE, from, THERE, to, data));
        UdpDatagram read = UdpDatagram.parse(Ipv4Packet.parse(ByteBuffer.wrap(bytes)));
        assertThat(read).isEqualTo(new UdpDatagram(from, to, ByteBuffer.wrap(data)));
    }

    @Property
    void aSegmentReadBackIsTheOneWritten(@ForAll int seq, @ForAll int ack, @ForAll @Size(max = 99) byte[] data)
            throws MalformedPacket {
        TcpSegment written = new TcpSegment(1, 2, seq, ack, TcpSegment.ACK, 99, ByteBuffer.wrap(data));
        byte[] bytes = Ipv4Packet.bytes(HERE, THERE, IpProtocols.TCP, written.bytes(HERE, THERE));
        assertThat(TcpSegment.parse(Ipv4Packet.parse(ByteBuffer.wrap(bytes)))).isEqualTo(written);
    }

    @Property
    void aFlippedTransportByteIsDetected(
            @ForAll @IntRange(min = 20, max = 49) int at, @ForAll @IntRange(min = 1, max = 255) int flip)
            throws MalformedPacket {
        TcpSegment written = new TcpSegment(1, 2, 3, 4, TcpSegment.ACK, 99, ByteBuffer.wrap(new byte[10]));
        byte[] bytes = Ipv4Packet.bytes(HERE, THERE, IpProtocols.TCP, written.bytes(HERE, THERE));
        bytes[at] ^= (byte) flip;
        Ipv4Packet packet = Ipv4Packet.parse(ByteBuffer.wrap(bytes));
        assertThatThrownBy(() -> TcpSegment.parse(packet)).isInstanceOf(MalformedPacket.class);
    }

    @Test
    void aChecksumLeftToTheNetworkCardIsAccepted() throws MalformedPacket {
        byte[] datagram = UdpDatagram.bytes(HERE, 1, THERE, 2, new byte[] {1, 2, 3, 4});
        long pseudo = InternetChecksum.pseudo(HERE, THERE, IpProtocols.UDP, datagram.length);
        ByteBuffer.wrap(datagram).putShort(6, (short) InternetChecksum.fold(pseudo));
        byte[] bytes = Ipv4Packet.bytes(HERE, THERE, IpProtocols.UDP, datagram);
        assertThat(UdpDatagram.parse(Ipv4Packet.parse(ByteBuffer.wrap(bytes))).destinationPort())
                .isEqualTo(2);
    }

    @Test
    void optionsAreReadOverAndPaddingIsCutOff() throws MalformedPacket {
        byte[] plain = Ipv4Packet.bytes(HERE, THERE, 99, new byte[] {7, 8});
        ByteBuffer bytes = ByteBuffer.allocate(60);
        bytes.put(plain, 0, 20).putInt(0x0101_0101).put((byte) 7).put((byte) 8);
        bytes.put(0, (byte) 0x46).putShort(2, (short) 26).putShort(10, (short) 0);
        bytes.putShort(10, (short) InternetChecksum.of(InternetChecksum.sum(bytes.slice(0, 24), 0)));
        Ipv4Packet packet = Ipv4Packet.parse(bytes.rewind());
        assertThat(packet.payload()).isEqualTo(ByteBuffer.wrap(new byte[] {7, 8}));
        assertThat(packet.whole().remaining()).isEqualTo(26);
    }

    @Test
    void aHeaderThatLiesAboutLengthsIsMalformed() {
        for (int[] lie : new int[][] {{0, 0x44}, {0, 0x4f}, {0, 0x65}, {2, 0xff}, {3, 19}, {8, 0}, {10, 0x55}}) {
            byte[] bytes = Ipv4Packet.bytes(HERE, THERE, 99, new byte[2]);
            bytes[lie[0]] = (byte) lie[1];
            assertThatThrownBy(() -> Ipv4Packet.parse(ByteBuffer.wrap(bytes))).isInstanceOf(MalformedPacket.class);
        }
    }

    @Property
    void aWrittenIpv6AddressReadsBack(@ForAll long high, @ForAll long low) throws UnknownHostException {
        assertThat(readBack(high, low)).isEqualTo(bytes(high, low));
        assertThat(readBack(high & 0xffff_0000_0000_ffffL, low & 0xffffL))
                .isEqualTo(bytes(high & 0xffff_0000_0000_ffffL, low & 0xffffL));
    }

    @Test
    void anIpv6AddressIsWrittenAsShortAsTheRulesSay() {
        assertThat(new IpAddress(true, 0, 0)).hasToString("::");
        assertThat(new IpAddress(true, 0, 1)).hasToString("::1");
        assertThat(new IpAddress(true, 0x2001_0db8_0000_0001L, 0x0001_0001_0001_0001L))
                .hasToString("2001:db8:0:1:1:1:1:1");
        assertThat(new IpAddress(true, 0x2001_0000_0000_0001L, 0x0000_0000_0000_0001L))
                .hasToString("2001:0:0:1::1");
        assertThat(new IpAddress(true, 0xfe80_0000_0000_0000L, 0).withPort(5)).isEqualTo("[fe80::]:5");
    }

    @Test
    void aCardAddressIsWrittenAsItIsRead() {
        assertThat(MacAddress.of("52:54:00:BE:11:01")).hasToString("52:54:00:be:11:01");
        assertThat(MacAddress.BROADCAST.group()).isTrue();
        assertThat(MacAddress.of("52:54:00:be:11:01").group()).isFalse();
    }

    @Test
    void aNameThatIsTooLongIsMalformed() {
        ByteBuffer bytes = ByteBuffer.allocate(400).putShort(4, (short) 1);
        for (int at = 12; at < 300; at += 64) {
            bytes.put(at, (byte) 63);
        }
        assertThatThrownBy(() -> DnsMessage.parse(bytes))
                .isInstanceOf(MalformedPacket.class)
                .hasMessageContaining("long");
    }

    @Test
    void theLongestNameIsAccepted() throws MalformedPacket {
        ByteBuffer bytes = ByteBuffer.allocate(12 + 255 + 4).putShort(4, (short) 1);
        for (int at = 12; at < 12 + 192; at += 64) {
            bytes.put(at, (byte) 63);
        }
        bytes.put(12 + 192, (byte) 61);
        assertThat(DnsMessage.parse(bytes).name()).hasSize(253);
    }

    private static byte[] bytes(long high, long low) {
        return ByteBuffer.allocate(16).putLong(high).putLong(low).array();
    }

    private static byte[] readBack(long high, long low) throws UnknownHostException {
        InetAddress read = InetAddress.getByName(new IpAddress(true, high, low).toString());
        // Java turns v4-mapped addresses into IPv4 ones.
        return read instanceof Inet6Address ? read.getAddress() : bytes(high, low);
    }
}
