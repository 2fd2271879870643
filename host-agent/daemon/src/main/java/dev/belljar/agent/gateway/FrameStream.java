package dev.belljar.agent.gateway;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/// Frames over the socket of QEMU's `-netdev stream`: each is its length in 4 bytes, big-endian, then its bytes.
///
/// One thread reads and another writes.
final class FrameStream implements AutoCloseable {
    /// The longest frame taken; a longer one ends the connection, for what follows it cannot be trusted.
    static final int LONGEST = 65_600;
    private static final int PREFIX = 4;

    private final SocketChannel channel;
    private final ByteBuffer incoming =
            ByteBuffer.allocateDirect(2 * (PREFIX + LONGEST)).flip();
    private final ByteBuffer prefix = ByteBuffer.allocateDirect(PREFIX);

    private FrameStream(SocketChannel channel) {
        this.channel = channel;
    }

    /// Connects to QEMU's socket.
    static FrameStream connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return new FrameStream(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// Waits for the next frame; it is good until the next call.
    ///
    /// @throws IOException when the connection ends or a frame is too long
    ByteBuffer next() throws IOException {
        fill(PREFIX);
        int length = incoming.getInt(incoming.position());
        if (length < 0 || length > LONGEST) {
            throw new IOException("frame of " + Integer.toUnsignedLong(length) + " bytes: expected at most " + LONGEST);
        }
        fill(PREFIX + length);
        ByteBuffer frame = incoming.slice(incoming.position() + PREFIX, length);
        incoming.position(incoming.position() + PREFIX + length);
        return frame;
    }

    private void fill(int wanted) throws IOException {
        while (incoming.remaining() < wanted) {
            incoming.compact();
            int got = channel.read(incoming);
            incoming.flip();
            if (got < 0) {
                throw new EOFException("the machine closed its network");
            }
        }
    }

    /// Writes a frame.
    void write(byte[] frame) throws IOException {
        prefix.clear().putInt(frame.length).flip();
        ByteBuffer[] parts = {prefix, ByteBuffer.wrap(frame)};
        while (parts[1].hasRemaining()) {
            channel.write(parts);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
