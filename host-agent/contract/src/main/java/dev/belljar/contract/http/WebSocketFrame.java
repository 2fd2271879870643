package dev.belljar.contract.http;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.ProtocolException;
import java.nio.ByteBuffer;

/// A WebSocket frame (RFC 6455, 5.2), which a server sends unmasked and a client masked.
public record WebSocketFrame(int opcode, boolean last, byte[] payload) {
    public static final int MORE = 0;
    public static final int TEXT = 1;
    public static final int BINARY = 2;
    public static final int CLOSE = 8;
    public static final int PING = 9;
    public static final int PONG = 10;

    /// Maximum size of a message that a client reads: a screen full of colours has some 10 KB.
    public static final int LONGEST = 4 << 20;

    private static final int LAST = 0x80;
    private static final int RESERVED = 0x70;
    private static final int MASKED = 0x80;
    private static final int TWO = 126;
    private static final int EIGHT = 127;
    private static final int CONTROL_MOST = 125;

    /// The next frame a server sent.
    ///
    /// @throws ProtocolException when the frame violates the protocol, or is longer than `most`
    /// @throws java.io.EOFException when the stream has ended
    public static WebSocketFrame read(DataInputStream in, int most) throws IOException {
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        int opcode = first & 0x0f;
        if ((first & RESERVED) != 0 || (second & MASKED) != 0 || !known(opcode)) {
            throw new ProtocolException("the server sent a frame that a WebSocket server must not send");
        }
        long length = second;
        if (second == TWO) {
            length = in.readUnsignedShort();
        } else if (second == EIGHT) {
            length = in.readLong();
        }
        boolean last = (first & LAST) != 0;
        if (opcode >= CLOSE && (!last || length > CONTROL_MOST)) {
            throw new ProtocolException("the server sent a control frame that is fragmented or too long");
        }
        if (length < 0 || length > most) {
            throw new ProtocolException("the server sent a message longer than " + LONGEST + " bytes");
        }
        byte[] payload = new byte[(int) length];
        in.readFully(payload);
        return new WebSocketFrame(opcode, last, payload);
    }

    /// The bytes of a whole message as a client sends it. Clients must mask what they send, although this matters only
    /// to proxies.
    public static byte[] masked(int opcode, byte[] payload, int from, int length, int mask) {
        ByteBuffer frame = ByteBuffer.allocate(length + 14);
        frame.put((byte) (LAST | opcode));
        if (length < TWO) {
            frame.put((byte) (MASKED | length));
        } else if (length <= 0xffff) {
            frame.put((byte) (MASKED | TWO)).putShort((short) length);
        } else {
            frame.put((byte) (MASKED | EIGHT)).putLong(length);
        }
        frame.putInt(mask);
        for (int i = 0; i < length; i++) {
            frame.put((byte) (payload[from + i] ^ (mask >>> (24 - 8 * (i % 4)))));
        }
        byte[] bytes = new byte[frame.position()];
        frame.flip().get(bytes);
        return bytes;
    }

    private static boolean known(int opcode) {
        return opcode <= BINARY || (opcode >= CLOSE && opcode <= PONG);
    }
}
