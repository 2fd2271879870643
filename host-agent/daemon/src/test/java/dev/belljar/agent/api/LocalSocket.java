package dev.belljar.agent.api;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/// A connection to the API's Unix socket, on which a test can send any bytes.
public final class LocalSocket implements AutoCloseable {
    private final SocketChannel channel;

    LocalSocket(Path socket) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }

    LocalSocket say(String words) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(words.getBytes(StandardCharsets.ISO_8859_1));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        return this;
    }

    /// Ends the output of this side.
    LocalSocket end() throws IOException {
        channel.shutdownOutput();
        return this;
    }

    /// Everything that the server sends until the connection is closed.
    String hear() throws IOException {
        StringBuilder all = new StringBuilder();
        ByteBuffer some = ByteBuffer.allocate(8 << 10);
        try {
            while (channel.read(some) >= 0) {
                all.append(StandardCharsets.ISO_8859_1.decode(some.flip()));
                some.clear();
            }
        } catch (IOException e) {
            all.append(" [").append(e.getMessage()).append(']');
        }
        return all.toString();
    }

    /// The first bytes that the server sends.
    String hear(int bytes) throws IOException {
        ByteBuffer some = ByteBuffer.allocate(bytes);
        while (some.hasRemaining() && channel.read(some) >= 0) {
            // All is read until the end.
        }
        return StandardCharsets.ISO_8859_1.decode(some.flip()).toString();
    }

    /// Sends a whole request on a new connection, and returns the response.
    public static String ask(Path socket, String request) throws IOException {
        try (LocalSocket once = new LocalSocket(socket)) {
            return once.say(request).hear();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
