package dev.belljar.agent.gateway.network;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/// Frames as a guest sends them, built without the code under test; those named `REAL_` were sent by a
/// Linux kernel.
public final class Frames {
    static final String GUEST_MAC = "52:54:00:be:11:02";
    static final String HEADER = "525400be1101" + "525400be1102" + "0800";

    public static final byte[] REAL_ARP_ELSEWHERE =
            hex("ffffffffffff525400be110208060001080006040001525400be11020ad500020000000000000ad50009");
    public static final byte[] REAL_SYN =
            hex("525400be1101525400be110208004500003c7f3b400040067acf0ad500025db8d822bb4c01bb"
                    + "758698fc00000000a002ffc86ed500000204ffc80402080ab27c2091000000000103030a");
    public static final byte[] REAL_QUESTION =
            hex("525400be1101525400be1102080045000039fe814000401126860ad500020ad50001"
                    + "8d5a003500252fe55a0f01000001000000000000076578616d706c65036f72670000010001");
    public static final byte[] REAL_DATAGRAM =
            hex("525400be1101525400be1102080045000021d78b40004011485a0ad5000208080808818c007b000d1f1468656c6c6f");
    public static final byte[] REAL_ECHO =
            hex("525400be1101525400be1102080045000054246f40004001008e0ad500020ad500010800ea31" + "127b00001db9dd99"
                    + "00".repeat(52));
    public static final byte[] REAL_DISCOVER =
            hex("ffffffffffff525400be110208004500014800000000401179a600000000ffffffff"
                    + "004400430134439001010600c0ce530f" + "00".repeat(20) + "525400be1102" + "00".repeat(202)
                    + "638253633501013902024037070103060c0f1c2a0c03626f783c0c756468637020312e33352e303d0701525400be1102ff"
                    + "00".repeat(15));
    public static final byte[] REAL_ROUTER_SOLICITATION =
            hex("333300000002525400be110286dd6000000000103afffe80000000000000"
                    + "505400fffebe1102ff0200000000000000000000000000028500b705000000000101525400be1102");

    public static final byte[] REAL_MULTICAST_REPORT =
            hex("333300000016525400be110286dd60000000002400010000000000000000000000"
                    + "0000000000ff0200000000000000000000000000163a000502000001008f005dca0000000104000000"
                    + "ff0200000000000000000001ffbe1102");

    private Frames() {}

    public static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /// An IPv4 frame from the guest's card.
    public static byte[] ipv4(String source, String target, int protocol, byte[] payload) {
        ByteBuffer packet = ByteBuffer.allocate(20 + payload.length);
        packet.putShort((short) 0x4500).putShort((short) packet.capacity()).putInt(0x12344000);
        packet.put((byte) 64)
                .put((byte) protocol)
                .putShort((short) 0)
                .put(address(source))
                .put(address(target));
        packet.putShort(10, (short) checksum(packet.array(), 0, 20, 0));
        return join(hex(HEADER), packet.put(payload).array());
    }

    public static byte[] tcp(String target, int port, int flags, long seq, long ack, byte[] data) {
        return tcp(40_000, target, port, flags, seq, ack, data);
    }

    public static byte[] tcp(int from, String target, int port, int flags, long seq, long ack, byte[] data) {
        ByteBuffer segment = ByteBuffer.allocate(20 + data.length);
        segment.putShort((short) from).putShort((short) port).putInt((int) seq).putInt((int) ack);
        segment.put((byte) 0x50)
                .put((byte) flags)
                .putShort((short) 0xfaf0)
                .putInt(0)
                .put(data);
        segment.putShort(16, (short) transport("10.213.0.2", target, 6, segment.array()));
        return ipv4("10.213.0.2", target, 6, segment.array());
    }

    public static byte[] udp(String source, int from, String target, int port, byte[] data) {
        ByteBuffer datagram = ByteBuffer.allocate(8 + data.length);
        datagram.putShort((short) from).putShort((short) port).putShort((short) datagram.capacity());
        datagram.putShort((short) 0).put(data);
        datagram.putShort(6, (short) transport(source, target, 17, datagram.array()));
        return ipv4(source, target, 17, datagram.array());
    }

    public static byte[] udp(String target, int port, byte[] data) {
        return udp("10.213.0.2", 40_000, target, port, data);
    }

    public static byte[] icmp(String target, int type, int code, byte[] data) {
        ByteBuffer message = ByteBuffer.allocate(8 + data.length);
        message.put((byte) type)
                .put((byte) code)
                .putShort((short) 0)
                .putInt(0x004d_0001)
                .put(data);
        message.putShort(2, (short) checksum(message.array(), 0, message.capacity(), 0));
        return ipv4("10.213.0.2", target, 1, message.array());
    }

    /// A DNS question of type A.
    public static byte[] question(String name) {
        ByteBuffer bytes = ByteBuffer.allocate(name.length() + 18);
        bytes.putShort((short) 0x5a0f)
                .putShort((short) 0x0100)
                .putShort((short) 1)
                .putShort((short) 0)
                .putInt(0);
        for (String label : name.split("\\.", -1)) {
            bytes.put((byte) label.length()).put(label.getBytes(StandardCharsets.ISO_8859_1));
        }
        return bytes.put((byte) 0).putShort((short) 1).putShort((short) 1).array();
    }

    /// A DHCP message of this type, with these options behind the type.
    static byte[] dhcp(String source, String target, int type, String options) {
        byte[] message = hex("01010600" + "c0ce530f" + "00".repeat(20) + "525400be1102" + "00".repeat(202) + "63825363"
                + "3501%02x".formatted(type) + options + "ff");
        return udp(source, 68, target, 67, message);
    }

    static int transport(String source, String target, int protocol, byte[] segment) {
        ByteBuffer pseudo = ByteBuffer.allocate(12).put(address(source)).put(address(target));
        pseudo.put((byte) 0).put((byte) protocol).putShort((short) segment.length);
        byte[] all = join(pseudo.array(), segment);
        return checksum(all, 0, all.length, 0);
    }

    /// The checksum of RFC 1071, a byte at a time; 0 for bytes that include a right checksum.
    public static int checksum(byte[] bytes, int from, int to, int start) {
        int sum = start;
        for (int i = from; i < to; i++) {
            sum += (bytes[i] & 0xff) << ((i - from) % 2 == 0 ? 8 : 0);
            sum = (sum & 0xffff) + (sum >>> 16);
        }
        return ~sum & 0xffff;
    }

    static byte[] address(String text) {
        byte[] bytes = new byte[4];
        String[] parts = text.split("\\.", -1);
        for (int i = 0; i < 4; i++) {
            bytes[i] = (byte) Integer.parseInt(parts[i]);
        }
        return bytes;
    }

    public static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }
}
