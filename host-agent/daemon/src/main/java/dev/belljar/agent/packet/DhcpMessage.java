package dev.belljar.agent.packet;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A DHCP message of a client, as far as a server for one machine needs it; missing addresses are null.
public record DhcpMessage(
        int type,
        int transaction,
        boolean broadcast,
        IpAddress client,
        MacAddress hardware,
        @Nullable IpAddress requested,
        @Nullable IpAddress server) {
    public static final int DISCOVER = 1;
    public static final int OFFER = 2;
    public static final int REQUEST = 3;
    public static final int ACK = 5;
    public static final int NAK = 6;
    public static final int INFORM = 8;
    public static final int CLIENT_PORT = 68;
    public static final int SERVER_PORT = 67;

    private static final int FIXED = 240;
    /// The least length of a BOOTP message, which old clients require.
    private static final int SHORTEST = 300;
    private static final int COOKIE = 0x63825363;
    private static final int OPTION_REQUESTED = 50;
    private static final int OPTION_TYPE = 53;
    private static final int OPTION_SERVER = 54;

    /// Reads a client's message.
    ///
    /// @throws MalformedPacket when it is not a DHCP message, came through a relay, or has an option that
    ///     exceeds its end
    public static DhcpMessage parse(ByteBuffer bytes) throws MalformedPacket {
        ByteReads.need(bytes, FIXED, "DHCP");
        boolean ours = ByteReads.u8(bytes, 0) == 1
                && ByteReads.u8(bytes, 1) == 1
                && ByteReads.u8(bytes, 2) == MacAddress.LENGTH;
        if (!ours || ByteReads.u32(bytes, 24) != 0 || (int) ByteReads.u32(bytes, FIXED - 4) != COOKIE) {
            throw new MalformedPacket("DHCP: expected a request over Ethernet, with no relay");
        }
        Map<Integer, ByteBuffer> options = options(ByteReads.cut(bytes, FIXED, bytes.remaining() - FIXED));
        ByteBuffer type = options.get(OPTION_TYPE);
        if (type == null || type.remaining() != 1) {
            throw new MalformedPacket("DHCP: no message type");
        }
        return new DhcpMessage(
                ByteReads.u8(type, 0),
                (int) ByteReads.u32(bytes, 4),
                (ByteReads.u16(bytes, 10) & 0x8000) != 0,
                IpAddress.readFour(bytes, 12),
                MacAddress.read(bytes, 28),
                address(options.get(OPTION_REQUESTED)),
                address(options.get(OPTION_SERVER)));
    }

    private static Map<Integer, ByteBuffer> options(ByteBuffer bytes) throws MalformedPacket {
        Map<Integer, ByteBuffer> options = new HashMap<>();
        int at = 0;
        while (at < bytes.remaining() && ByteReads.u8(bytes, at) != 255) {
            int code = ByteReads.u8(bytes, at++);
            if (code == 0) {
                continue;
            }
            if (at >= bytes.remaining() || at + 1 + ByteReads.u8(bytes, at) > bytes.remaining()) {
                throw new MalformedPacket("DHCP: option " + code + " is longer than the message");
            }
            options.putIfAbsent(code, ByteReads.cut(bytes, at + 1, ByteReads.u8(bytes, at)));
            at += 1 + ByteReads.u8(bytes, at);
        }
        return options;
    }

    private static @Nullable IpAddress address(@Nullable ByteBuffer option) {
        return option == null || option.remaining() != 4 ? null : IpAddress.readFour(option, 0);
    }

    /// The bytes of an answer of this type that assigns the address `yours` (`NONE` for none). `options` are in
    /// wire format, without the message type and the end option.
    public byte[] answer(int answerType, IpAddress yours, byte[] options) {
        ByteBuffer bytes = ByteBuffer.allocate(Math.max(SHORTEST, FIXED + 4 + options.length));
        bytes.put((byte) 2).put((byte) 1).put((byte) MacAddress.LENGTH).put((byte) 0);
        bytes.putInt(transaction).putShort((short) 0).putShort((short) (broadcast ? 0x8000 : 0));
        (answerType == NAK ? IpAddress.NONE : client).writeFour(bytes);
        yours.writeFour(bytes);
        bytes.position(28);
        hardware.write(bytes);
        bytes.position(FIXED - 4);
        bytes.putInt(COOKIE).put((byte) OPTION_TYPE).put((byte) 1).put((byte) answerType);
        return bytes.put(options).put((byte) 255).array();
    }
}
