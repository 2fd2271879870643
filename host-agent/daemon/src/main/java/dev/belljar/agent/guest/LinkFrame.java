package dev.belljar.agent.guest;

import java.nio.ByteBuffer;

/// One frame of the guest link: the stream it belongs to (0 is the link itself), its type and its payload.
record LinkFrame(int stream, int type, byte[] payload) {
    static final int HELLO = 0x01;
    static final int START = 0x02;
    static final int BEAT = 0x03;
    static final int EVENTS = 0x04;
    static final int ACK = 0x05;
    static final int TIME = 0x06;
    static final int FLOW = 0x07;
    static final int ENDED = 0x08;
    static final int OPEN = 0x10;
    static final int OPENED = 0x11;
    static final int DATA = 0x12;
    static final int CREDIT = 0x13;
    static final int EOF = 0x14;
    static final int CONTROL = 0x15;
    static final int CLOSED = 0x16;
    static final int ABORT = 0x17;

    /// The most bytes in a payload.
    static final int PAYLOAD_MOST = 65_536;
    /// The most bytes of data in one DATA frame, without its channel byte.
    static final int DATA_MOST = PAYLOAD_MOST - 1;
    /// Bytes of stream number and type, which the length field counts.
    static final int LENGTH_LEAST = 5;

    private static final int HEADER = 4 + LENGTH_LEAST;

    /// A frame without payload.
    static LinkFrame empty(int stream, int type) {
        return new LinkFrame(stream, type, new byte[0]);
    }

    /// A DATA frame with bytes of a channel.
    static LinkFrame data(int stream, int channel, byte[] bytes, int offset, int length) {
        byte[] payload = new byte[1 + length];
        payload[0] = (byte) channel;
        System.arraycopy(bytes, offset, payload, 1, length);
        return new LinkFrame(stream, DATA, payload);
    }

    /// A frame that gives the guest credit for so many bytes.
    static LinkFrame credit(int stream, int bytes) {
        return new LinkFrame(
                stream, CREDIT, ByteBuffer.allocate(Integer.BYTES).putInt(bytes).array());
    }

    /// A frame that ends a channel.
    static LinkFrame eof(int stream, int channel) {
        return new LinkFrame(stream, EOF, new byte[] {(byte) channel});
    }

    /// The frame's bytes on the wire.
    byte[] encoded() {
        return ByteBuffer.allocate(HEADER + payload.length)
                .putInt(LENGTH_LEAST + payload.length)
                .putInt(stream)
                .put((byte) type)
                .put(payload)
                .array();
    }
}
