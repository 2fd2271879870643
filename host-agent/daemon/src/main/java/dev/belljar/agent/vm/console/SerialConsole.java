package dev.belljar.agent.vm.console;

import dev.belljar.agent.vm.ConsoleListener;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Reads a machine's serial console until it ends, and passes its lines to the log and a listener.
///
/// QEMU drops output while no client is connected, so that an absent host agent never blocks the guest. A
/// flooding guest is read at full speed, but only 200 lines a second are passed on.
public final class SerialConsole implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SerialConsole.class);
    static final int LINES_A_SECOND = 200;
    private static final long SECOND = 1_000_000_000L;

    private final SocketChannel channel;
    private final ConsoleLog log;
    private final ConsoleListener listener;
    private final CompletableFuture<String> firstLine = new CompletableFuture<>();
    private final CompletableFuture<Void> closed = new CompletableFuture<>();
    private long window = System.nanoTime();
    private int passed;
    private long leftOut;

    private SerialConsole(SocketChannel channel, ConsoleLog log, ConsoleListener listener) {
        this.channel = channel;
        this.log = log;
        this.listener = listener;
    }

    /// Connects to the console's socket, begins to read, and stores the lines in this file.
    ///
    /// @throws IOException when the connection is refused
    public static SerialConsole attach(Path socket, Path logFile, ConsoleListener listener) throws IOException {
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            channel.close();
            throw e;
        }
        SerialConsole console = new SerialConsole(channel, new ConsoleLog(logFile), listener);
        Thread.ofVirtual().name("console-" + socket.getParent()).start(console::read);
        return console;
    }

    /// Completed with the first line that is not blank.
    public CompletableFuture<String> firstLine() {
        return firstLine;
    }

    /// Completed when all output has been passed on.
    public CompletableFuture<Void> closed() {
        return closed;
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException e) {
            LOG.debug("console: {}", e.getMessage());
        }
    }

    private void read() {
        ConsoleText text = new ConsoleText(this::line);
        ByteBuffer buffer = ByteBuffer.allocate(8_192);
        try (channel) {
            while (channel.read(buffer) >= 0) {
                text.feed(buffer.array(), buffer.position());
                buffer.clear();
            }
        } catch (IOException e) {
            LOG.debug("console: {}", e.getMessage());
        } finally {
            text.end();
            sayLeftOut();
            closed.complete(null);
        }
    }

    private void line(String line) {
        long now = System.nanoTime();
        if (now - window >= SECOND) {
            sayLeftOut();
            window = now;
            passed = 0;
        }
        if (passed >= LINES_A_SECOND) {
            leftOut++;
            return;
        }
        passed++;
        pass(line);
        if (!line.isBlank()) {
            firstLine.complete(line);
        }
    }

    private void sayLeftOut() {
        if (leftOut > 0) {
            pass("(%d lines dropped: more than %d per second)".formatted(leftOut, LINES_A_SECOND));
            leftOut = 0;
        }
    }

    private void pass(String line) {
        log.add(line);
        listener.line(line);
    }
}
