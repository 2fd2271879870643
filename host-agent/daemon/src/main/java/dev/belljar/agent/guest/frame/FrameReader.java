package dev.belljar.agent.guest.frame;

import dev.belljar.agent.guest.GuestException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/// Reads frames from a channel, and checks every length before it is used.
public final class FrameReader {
    private static final int BUFFER = 65_536;

    private final ReadableByteChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).flip();

    public FrameReader(ReadableByteChannel channel) {
        this.channel = channel;
    }

    /// The next frame; blocks until it has arrived.
    ///
    /// @throws IOException when the channel breaks or ends
    /// @throws GuestException when its header is not valid
    public LinkFrame next() throws IOException, GuestException {
        int length = integer();
        if (length < LinkFrame.LENGTH_LEAST || length > LinkFrame.LENGTH_LEAST + LinkFrame.PAYLOAD_MOST) {
            throw GuestException.broken("frame length %s: expected %d to %d"
                    .formatted(
                            Integer.toUnsignedString(length),
                            LinkFrame.LENGTH_LEAST,
                            LinkFrame.LENGTH_LEAST + LinkFrame.PAYLOAD_MOST));
        }
        int stream = integer();
        if (stream < 0) {
            throw GuestException.broken(
                    "stream number " + Integer.toUnsignedString(stream) + ": expected less than 2^31");
        }
        int type = value();
        return new LinkFrame(stream, type, bytes(length - LinkFrame.LENGTH_LEAST));
    }

    /// The next byte, 0 to 255; blocks until it has arrived.
    ///
    /// @throws IOException when the channel breaks or ends
    public int value() throws IOException {
        if (!buffer.hasRemaining()) {
            fill();
        }
        return Byte.toUnsignedInt(buffer.get());
    }

    private int integer() throws IOException {
        return value() << 24 | value() << 16 | value() << 8 | value();
    }

    private byte[] bytes(int count) throws IOException {
        byte[] bytes = new byte[count];
        int have = 0;
        while (have < count) {
            if (!buffer.hasRemaining()) {
                fill();
            }
            int part = Math.min(count - have, buffer.remaining());
            buffer.get(bytes, have, part);
            have += part;
        }
        return bytes;
    }

    private void fill() throws IOException {
        buffer.clear();
        int got = channel.read(buffer);
        buffer.flip();
        if (got <= 0) {
            throw new EOFException("the other end closed the guest link");
        }
    }
}
