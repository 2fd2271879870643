package dev.belljar.agent.gateway.frame;

import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// Reads and writes frames on the socket of QEMU's `-netdev stream`: each frame is its length in 4 bytes,
/// big-endian, then its bytes.
///
/// No method blocks: `next` gives the frames that were read one by one, and written frames are collected until
/// `flush` sends them.
public final class FrameStream implements FrameOutput, AutoCloseable {
    /// The longest frame that is accepted; a longer one ends the connection, because nothing after it can be
    /// trusted.
    static final int LONGEST = 65_600;
    private static final int PREFIX = 4;
    private static final int READ = 512 * 1024;
    private static final int WRITE = 1024 * 1024;

    private final SocketChannel channel;
    private final TapPoint tap;
    private final ByteBuffer incoming = ByteBuffer.allocateDirect(READ).flip();
    private final ByteBuffer outgoing = ByteBuffer.allocateDirect(WRITE);
    /// The offset in `outgoing` of the first byte that was not sent yet.
    private int unsent;
    private @Nullable ByteBuffer untapped;

    private FrameStream(SocketChannel channel, TapPoint tap) {
        this.channel = channel;
        this.tap = tap;
    }

    /// Connects to QEMU's socket; `tap` gets every frame.
    public static FrameStream connect(Path socket, TapPoint tap) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.configureBlocking(false);
            if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
                throw new IOException(socket + " is not ready");
            }
            return new FrameStream(channel, tap);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    public SocketChannel channel() {
        return channel;
    }

    /// Reads the bytes that have arrived, as far as the buffer has space.
    ///
    /// @throws IOException when the connection ended
    public void read() throws IOException {
        incoming.compact();
        int got = channel.read(incoming);
        incoming.flip();
        if (got < 0) {
            throw new EOFException("QEMU closed the network socket");
        }
    }

    /// The next frame that was read completely, valid until the next call; null when there is none.
    ///
    /// @throws IOException when it is too long
    @Nullable
    public ByteBuffer next() throws IOException {
        if (incoming.remaining() < PREFIX) {
            return null;
        }
        int length = incoming.getInt(incoming.position());
        if (length < 0 || length > LONGEST) {
            throw new IOException("frame of " + Integer.toUnsignedLong(length) + " bytes: expected at most " + LONGEST);
        }
        if (incoming.remaining() < PREFIX + length) {
            return null;
        }
        ByteBuffer frame = incoming.slice(incoming.position() + PREFIX, length);
        incoming.position(incoming.position() + PREFIX + length);
        tap.passed(true, frame);
        return frame;
    }

    @Override
    public @Nullable ByteBuffer frame(int length) {
        showTap();
        if (room() < length) {
            return null;
        }
        outgoing.putInt(length);
        ByteBuffer frame = outgoing.slice(outgoing.position(), length);
        outgoing.position(outgoing.position() + length);
        untapped = frame;
        return frame;
    }

    @Override
    public int room() {
        return outgoing.remaining() - PREFIX;
    }

    /// Shows the last frame to the tap: the next call of any method means that it is filled.
    private void showTap() {
        ByteBuffer filled = untapped;
        if (filled != null) {
            untapped = null;
            tap.passed(false, filled.clear());
        }
    }

    /// Sends the collected frames, as far as the socket takes them.
    ///
    /// @return whether everything was sent
    public boolean flush() throws IOException {
        showTap();
        int end = outgoing.position();
        if (unsent < end) {
            unsent += channel.write(outgoing.slice(unsent, end - unsent));
        }
        if (unsent == end) {
            outgoing.clear();
            unsent = 0;
            return true;
        }
        if (outgoing.remaining() < WRITE / 2) {
            outgoing.flip().position(unsent);
            outgoing.compact();
            unsent = 0;
        }
        return false;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
