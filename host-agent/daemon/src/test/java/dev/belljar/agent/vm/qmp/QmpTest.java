package dev.belljar.agent.vm.qmp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.vm.VmException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Tests the monitor's client with a fake monitor.
class QmpTest {
    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(300);
    private Path folder = Path.of("");
    private Path socket = Path.of("");

    @BeforeEach
    void makeShortFolder() throws IOException {
        folder = Files.createTempDirectory("qmp");
        socket = folder.resolve("s");
    }

    @AfterEach
    void deleteFolder() throws IOException {
        Files.deleteIfExists(socket);
        Files.deleteIfExists(folder);
    }

    @Test
    void theClientNegotiatesAndQueriesTheStatus() throws Exception {
        try (FakeMonitor monitor = new FakeMonitor(socket, FakeMonitor.GREETING, QmpTest::status);
                Qmp qmp = Qmp.connect(socket, LONG, event -> {})) {
            assertThat(qmp.status()).isEqualTo("running");
            assertThat(monitor.heard().getFirst()).contains("qmp_capabilities");
            assertThat(monitor.heard().getLast()).contains("\"execute\":\"query-status\"");
        }
    }

    @Test
    void eventsBetweenACommandAndItsReplyArePassedOn() throws Exception {
        List<QmpEvent> events = new CopyOnWriteArrayList<>();
        String event = "{\"timestamp\":{\"seconds\":1},\"event\":\"SHUTDOWN\",\"data\":{\"reason\":\"guest-reset\"}}\n";
        try (FakeMonitor monitor =
                        new FakeMonitor(socket, FakeMonitor.GREETING, (line, id) -> event + status(line, id) + event);
                Qmp qmp = Qmp.connect(socket, LONG, events::add)) {
            assertThat(qmp.status()).isEqualTo("running");
            assertThat(events)
                    .isNotEmpty()
                    .allMatch(seen -> seen.equals(new QmpEvent("SHUTDOWN", Map.of("reason", "guest-reset"))));
            assertThat(monitor.heard()).hasSize(2);
        }
    }

    @Test
    void linesMayArriveInAnyPieces() throws Exception {
        List<String> lines = new CopyOnWriteArrayList<>();
        QmpLines cutter = new QmpLines(lines::add);
        for (byte b : "{\"a\":1}\r\n\n{\"b\":\"é\"}\n".getBytes(java.nio.charset.StandardCharsets.UTF_8)) {
            cutter.feed(new byte[] {b}, 1);
        }
        assertThat(lines).containsExactly("{\"a\":1}", "{\"b\":\"é\"}");
    }

    @Test
    void aReplyToAnotherCommandIsIgnored() throws Exception {
        FakeMonitor.Script late = (line, id) -> line.contains("query-status")
                ? "{\"return\":{\"status\":\"stale\"},\"id\":999}\n{\"return\":{\"status\":\"stale\"}}\n"
                        + status(line, id)
                : FakeMonitor.agree(line, id);
        try (FakeMonitor monitor = new FakeMonitor(socket, FakeMonitor.GREETING, late);
                Qmp qmp = Qmp.connect(socket, LONG, event -> {})) {
            assertThat(qmp.status()).isEqualTo("running");
            assertThat(monitor.heard()).hasSize(2);
        }
    }

    @Test
    void aRefusalQuotesTheMonitor() throws Exception {
        FakeMonitor.Script refusing = (line, id) -> line.contains("cont")
                ? "{\"error\":{\"class\":\"GenericError\",\"desc\":\"no \\u001b[31mguest\"},\"id\":" + id + "}\n"
                : FakeMonitor.agree(line, id);
        try (FakeMonitor monitor = new FakeMonitor(socket, FakeMonitor.GREETING, refusing);
                Qmp qmp = Qmp.connect(socket, LONG, event -> {})) {
            assertThatThrownBy(qmp::cont)
                    .isInstanceOf(VmException.class)
                    .hasMessageContaining("refused `cont`: no guest");
            qmp.stop();
            assertThat(monitor.heard().getLast()).contains("stop");
        }
    }

    @Test
    void silenceEndsInAClearMessage() throws Exception {
        FakeMonitor.Script mute = (line, id) -> line.contains("stop") ? "" : FakeMonitor.agree(line, id);
        try (FakeMonitor monitor = new FakeMonitor(socket, FakeMonitor.GREETING, mute);
                Qmp qmp = Qmp.connect(socket, Duration.ofSeconds(5), event -> {})) {
            assertThatThrownBy(qmp::stop)
                    .isInstanceOf(VmException.class)
                    .hasMessageContaining(socket.toString())
                    .hasMessageContaining("did not respond to `stop`");
            qmp.cont();
            assertThat(monitor.heard()).hasSize(3);
        }
    }

    @Test
    void aPeerThatDoesNotGreetIsNoMonitor() throws Exception {
        try (FakeMonitor monitor = new FakeMonitor(socket, "", FakeMonitor::agree)) {
            assertThatThrownBy(() -> Qmp.connect(socket, SHORT, event -> {}))
                    .isInstanceOf(VmException.class)
                    .hasMessageContaining("greeting");
            assertThat(monitor.heard()).isEmpty();
        }
    }

    @Test
    void garbageEndsTheConversation() throws Exception {
        try (FakeMonitor monitor = new FakeMonitor(
                socket, FakeMonitor.GREETING, (line, id) -> FakeMonitor.agree(line, id) + "]]garbage[[\n")) {
            Qmp qmp = Qmp.connect(socket, LONG, event -> {});
            assertThat(qmp.closed().get(30, TimeUnit.SECONDS)).contains("not from a QEMU monitor");
            assertThatThrownBy(qmp::stop).isInstanceOf(VmException.class).hasMessageContaining("disconnected");
            assertThat(monitor.heard()).hasSize(1);
        }
    }

    @Test
    void anEndlessLineIsNotBufferedForever() throws Exception {
        String endless = "{\"event\":\"" + "x".repeat(QmpLines.LONGEST + 1);
        try (FakeMonitor monitor =
                new FakeMonitor(socket, FakeMonitor.GREETING, (line, id) -> FakeMonitor.agree(line, id) + endless)) {
            Qmp qmp = Qmp.connect(socket, LONG, event -> {});
            assertThat(qmp.closed().get(30, TimeUnit.SECONDS)).contains("longer than");
            assertThat(monitor.heard()).hasSize(1);
        }
    }

    @Test
    void aMonitorThatHangsUpFailsTheCommandAndCanBeReconnected() throws Exception {
        FakeMonitor.Script hangingUp = (line, id) -> line.contains("quit") ? null : FakeMonitor.agree(line, id);
        try (FakeMonitor monitor = new FakeMonitor(socket, FakeMonitor.GREETING, hangingUp)) {
            Qmp first = Qmp.connect(socket, LONG, event -> {});
            assertThatThrownBy(first::quit).isInstanceOf(VmException.class).hasMessageContaining("disconnected");
            try (Qmp second = Qmp.connect(socket, LONG, event -> {})) {
                second.stop();
            }
            assertThat(monitor.heard()).hasSize(4);
        }
    }

    @Test
    void aMissingMonitorIsReportedWithItsPath() {
        assertThatThrownBy(() -> Qmp.connect(socket, SHORT, event -> {}))
                .isInstanceOf(VmException.class)
                .hasMessageContaining(socket.toString());
    }

    private static String status(String line, String id) {
        return line.contains("query-status")
                ? "{\"return\":{\"status\":\"running\",\"running\":true},\"id\":" + id + "}\n"
                : "{\"return\":{},\"id\":" + id + "}\n";
    }
}
