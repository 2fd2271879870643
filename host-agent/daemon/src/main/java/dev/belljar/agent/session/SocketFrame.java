package dev.belljar.agent.session;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;

/// A WebSocket frame (RFC 6455, 5.2), which a server sends unmasked and a client masked.
record SocketFrame(int opcode, boolean last, byte[] payload) {
    static final int MORE = 0;
    static final int TEXT = 1;
    static final int BINARY = 2;
    static final int CLOSE = 8;
    static final int PING = 9;
    static final int PONG = 10;

    /// Maximum size of a server's message: a screen full of colours has some 10 KB.
    static final int LONGEST = 4 << 20;

    private static final int LAST = 0x80;
    private static final int RESERVED = 0x70;
    private static final int MASKED = 0x80;
    private static final int TWO = 126;
    private static final int EIGHT = 127;
    private static final int CONTROL_MOST = 125;

    /// The next frame a server sent.
    ///
    /// @throws SessionException when the frame violates the protocol, or is longer than `most`
    /// @throws EOFException when the stream has ended
    static SocketFrame read(DataInputStream in, int most) throws SessionException, IOException {
        int first = in.readUnsignedByte();
        int second = in.readUnsignedByte();
        int opcode = first & 0x0f;
        if ((first & RESERVED) != 0 || (second & MASKED) != 0 || !known(opcode)) {
            throw SessionException.broken("it sent a frame that a WebSocket server must not send");
        }
        long length = second;
        if (second == TWO) {
            length = in.readUnsignedShort();
        } else if (second == EIGHT) {
            length = in.readLong();
        }
        boolean last = (first & LAST) != 0;
        if (opcode >= CLOSE && (!last || length > CONTROL_MOST)) {
            throw SessionException.broken("it sent a control frame that is fragmented or too long");
        }
        if (length < 0 || length > most) {
            throw SessionException.broken("it sent a message longer than " + LONGEST + " bytes");
        }
        byte[] payload = new byte[(int) length];
        in.readFully(payload);
        return new SocketFrame(opcode, last, payload);
    }

    /// The bytes of a whole message as a client sends it.
    static byte[] masked(int opcode, byte[] payload, int from, int length, int mask) {
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
