package dev.belljar.agent.vm.qmp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// A fake monitor on a Unix socket that sends the greeting and then answers each command as the test defines.
public final class FakeMonitor implements AutoCloseable {
    public static final String GREETING = "{\"QMP\":{\"version\":{},\"capabilities\":[]}}\r\n";

    private final ServerSocketChannel server;
    private final Script script;
    private final String greeting;
    private final List<String> heard = new CopyOnWriteArrayList<>();

    /// Returns the answer to a command line, byte for byte; null hangs up.
    public interface Script {
        @Nullable
        String answer(String line, String id);
    }

    public FakeMonitor(Path socket, String greeting, Script script) throws IOException {
        this.greeting = greeting;
        this.script = script;
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().name("fake-monitor").start(this::serve);
    }

    /// Answers every command with an empty success.
    static @Nullable String agree(String line, String id) {
        return "{\"return\":{},\"id\":" + id + "}\r\n";
    }

    /// The command lines of all conversations so far.
    public List<String> heard() {
        return heard;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }

    private void serve() {
        try {
            while (server.isOpen()) {
                try (SocketChannel peer = server.accept()) {
                    converse(peer);
                }
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private void converse(SocketChannel peer) throws IOException {
        send(peer, greeting);
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        ByteBuffer one = ByteBuffer.allocate(1);
        while (peer.read(one) >= 0) {
            byte b = one.array()[0];
            one.clear();
            if (b != '\n') {
                line.write(b);
                continue;
            }
            String command = line.toString(StandardCharsets.UTF_8);
            line.reset();
            heard.add(command);
            String answer = script.answer(command, command.replaceAll(".*\"id\":(\\d+).*", "$1"));
            if (answer == null) {
                return;
            }
            send(peer, answer);
        }
    }

    private static void send(SocketChannel peer, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            peer.write(bytes);
        }
    }
}
