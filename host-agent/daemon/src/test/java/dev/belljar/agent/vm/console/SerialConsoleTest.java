package dev.belljar.agent.vm.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that console output is passed on and stored, however much a guest prints.
class SerialConsoleTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void linesGoToTheListenerAndTheLog() throws Exception {
        List<String> lines = printed("one\r\n\u001b[2Jtwo\nthree");
        assertThat(lines).containsExactly("one", "two", "three");
        assertThat(folder.resolve("console.log")).hasContent("one\ntwo\nthree");
    }

    @Test
    void aFloodIsCountedAndNotPassedOn() throws Exception {
        List<String> lines = printed("flood\n".repeat(100_000));
        assertThat(lines.size()).isLessThan(100_000 / 10);
        long leftOut = lines.stream()
                .filter(line -> line.contains("dropped"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D*(\\d+) lines.*", "$1")))
                .sum();
        assertThat(leftOut + lines.stream().filter("flood"::equals).count()).isEqualTo(100_000);
    }

    @Test
    void theLogNeverGrowsBeyondItsLimit() throws IOException {
        ConsoleLog log = new ConsoleLog(folder.resolve("console.log"));
        for (int i = 0; i < 2_000; i++) {
            log.add("x".repeat(400));
        }
        assertThat(Files.size(folder.resolve("console.log"))).isLessThanOrEqualTo(ConsoleLog.LIMIT);
        assertThat(Files.size(folder.resolve("console.log.1"))).isLessThanOrEqualTo(ConsoleLog.LIMIT);
        try (var all = Files.list(folder)) {
            assertThat(all.count()).isEqualTo(2);
        }
    }

    @Test
    void aLogThatCannotBeWrittenDoesNotStopTheConsole() throws Exception {
        Files.createDirectories(folder.resolve("console.log/in the way"));
        assertThat(printed("one\ntwo\n")).containsExactly("one", "two");
    }

    private List<String> printed(String text) throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        Path sockets = Files.createTempDirectory("con");
        Path socket = sockets.resolve("s");
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(socket));
            SerialConsole console = SerialConsole.attach(socket, folder.resolve("console.log"), lines::add);
            try (SocketChannel guest = server.accept()) {
                ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
                while (bytes.hasRemaining()) {
                    guest.write(bytes);
                }
            }
            console.closed().get(60, TimeUnit.SECONDS);
            assertThat(console.firstLine().join()).isEqualTo(lines.getFirst());
        } finally {
            Files.deleteIfExists(socket);
            Files.delete(sockets);
        }
        return lines;
    }
}
