package dev.belljar.agent.guest.frame;

import java.nio.ByteBuffer;

/// One frame of the guest link: the stream it belongs to (0 is the link itself), its type and its payload.
public record LinkFrame(int stream, int type, byte[] payload) {
    public static final int HELLO = 0x01;
    public static final int START = 0x02;
    public static final int BEAT = 0x03;
    public static final int EVENTS = 0x04;
    public static final int ACK = 0x05;
    public static final int TIME = 0x06;
    public static final int FLOW = 0x07;
    public static final int ENDED = 0x08;
    public static final int OPEN = 0x10;
    public static final int OPENED = 0x11;
    public static final int DATA = 0x12;
    public static final int CREDIT = 0x13;
    public static final int EOF = 0x14;
    public static final int CONTROL = 0x15;
    public static final int CLOSED = 0x16;
    public static final int ABORT = 0x17;

    /// The most bytes in a payload.
    public static final int PAYLOAD_MOST = 65_536;
    /// The most bytes of data in one DATA frame, without its channel byte.
    public static final int DATA_MOST = PAYLOAD_MOST - 1;
    /// Bytes of stream number and type, which the length field counts.
    static final int LENGTH_LEAST = 5;

    private static final int HEADER = 4 + LENGTH_LEAST;

    /// A frame without payload.
    public static LinkFrame empty(int stream, int type) {
        return new LinkFrame(stream, type, new byte[0]);
    }

    /// A DATA frame with bytes of a channel.
    public static LinkFrame data(int stream, int channel, byte[] bytes, int offset, int length) {
        byte[] payload = new byte[1 + length];
        payload[0] = (byte) channel;
        System.arraycopy(bytes, offset, payload, 1, length);
        return new LinkFrame(stream, DATA, payload);
    }

    /// A frame that gives the guest credit for so many bytes.
    public static LinkFrame credit(int stream, int bytes) {
        return new LinkFrame(
                stream, CREDIT, ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array());
    }

    /// A frame that ends a channel.
    public static LinkFrame eof(int stream, int channel) {
        return new LinkFrame(stream, EOF, new byte[] {(byte) channel});
    }

    /// The frame's bytes on the wire.
    public byte[] encoded() {
        return ByteBuffer.allocate(HEADER + payload.length)
                .putInt(LENGTH_LEAST + payload.length)
                .putInt(stream)
                .put((byte) type)
                .put(payload)
                .array();
    }
}
