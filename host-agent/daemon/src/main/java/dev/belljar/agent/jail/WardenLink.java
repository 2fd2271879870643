package dev.belljar.agent.jail;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// The connection to one warden. The warden handles names and paths that a jail chooses, so its lines are
/// bounded.
final class WardenLink implements AutoCloseable {
    private static final int LONGEST_LINE = 64 << 10;

    private final SocketChannel channel;

    private WardenLink(SocketChannel channel) {
        this.channel = channel;
    }

    /// Connects to the socket of a warden.
    ///
    /// @throws IOException if nobody listens there
    static WardenLink connect(Path socket) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
            return new WardenLink(channel);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /// Sends lines, in one piece.
    ///
    /// @throws IOException if the warden has ended
    synchronized void send(List<WardenOrder> orders) throws IOException {
        String text =
                orders.stream().map(order -> ContractJson.line(order) + "\n").collect(Collectors.joining());
        ByteBuffer lines = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (lines.hasRemaining()) {
            channel.write(lines);
        }
    }

    /// Passes each line to `to`, until the warden ends.
    ///
    /// @throws IOException if the connection breaks, or a line is too long or not a message
    void read(Consumer<WardenMessage> to) throws IOException {
        InputStream in = new BufferedInputStream(Channels.newInputStream(channel));
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next != '\n') {
                if (line.size() == LONGEST_LINE) {
                    throw new IOException("the warden sent a line of more than 64 KiB");
                }
                line.write(next);
                continue;
            }
            try {
                to.accept(ContractJson.read(line.toString(StandardCharsets.UTF_8), WardenMessage.class));
            } catch (JsonFault e) {
                throw new IOException("the warden sent a line that is no message: " + e.getMessage(), e);
            }
            line.reset();
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
