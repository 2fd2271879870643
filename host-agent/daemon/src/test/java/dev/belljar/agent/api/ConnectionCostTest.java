package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.listen.ConnectionLimits;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests how much memory of the host agent clients can keep in use. Too many requests of one listener are refused.
///
/// What counts is what is left after garbage collection, so a test waits until it is little enough: other threads
/// make garbage at any time.
@Tag("slow")
class ConnectionCostTest {
    private static final long MOST_BYTES = 64 << 10;
    private static final int MANY = 60;
    private static final ConnectionLimits PATIENT =
            new ConnectionLimits(Duration.ofMinutes(5), Duration.ofSeconds(20), Duration.ofMinutes(5), 1_024, 768);
    private static final String HEAD = " HTTP/1.1\r\nHost: belljar\r\n";
    private static final String EVENTS = "GET /sandboxes/s1/events" + HEAD + "\r\n";
    private static final int START = "HTTP/1.1 200".length();

    @TempDir
    private Path folder;

    private Path socket() {
        return folder.resolve("api.sock");
    }

    @Test
    void anEventStreamCostsAtMost64KiB() throws Exception {
        try (ApiFixture _ = new ApiFixture(folder, PATIENT)) {
            warmUp();
            long before = memory();
            List<LocalSocket> open = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                open.add(eventStream());
            }
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> memory() - before <= MANY * MOST_BYTES);
            for (LocalSocket one : open) {
                one.close();
            }
        }
    }

    @Test
    void anIdleConnectionCostsAtMost64KiB() throws Exception {
        try (ApiFixture _ = new ApiFixture(folder, PATIENT)) {
            warmUp();
            long before = memory();
            List<LocalSocket> open = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                open.add(new LocalSocket(socket()).say("GET /health" + HEAD + "\r\n"));
                assertThat(open.getLast().hear(START)).isEqualTo("HTTP/1.1 200");
            }
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> memory() - before <= 400 * MOST_BYTES);
            for (LocalSocket one : open) {
                one.close();
            }
        }
    }

    @Test
    void excessRequestsGetAProblemUntilOthersEnd() throws Exception {
        ConnectionLimits few =
                new ConnectionLimits(Duration.ofSeconds(10), Duration.ofSeconds(20), Duration.ofSeconds(30), 60, 40);
        try (ApiFixture api = new ApiFixture(folder, few)) {
            List<LocalSocket> open = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                open.add(new LocalSocket(socket()).say(EVENTS));
                assertThat(open.getLast().hear(START)).isEqualTo("HTTP/1.1 200");
            }
            String next = "GET /sandboxes" + HEAD + "Connection: close\r\n\r\n";
            assertThat(LocalSocket.ask(socket(), next))
                    .startsWith("HTTP/1.1 429")
                    .contains(
                            "application/problem+json",
                            "request.too-many",
                            "limit of simultaneous requests",
                            "Close unused event streams");
            assertThat(LocalSocket.ask(socket(), "GET /health" + HEAD + "Connection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
            assertThat(api.get("/sandboxes").statusCode()).as("over TCP").isEqualTo(200);
            for (LocalSocket one : open) {
                one.close();
            }
            Awaitility.await()
                    .atMost(Durations.TWO_MINUTES)
                    .until(() -> LocalSocket.ask(socket(), next).startsWith("HTTP/1.1 200"));
        }
    }

    /// Opens an event stream, once the server has seen enough earlier ones end.
    private LocalSocket eventStream() throws Exception {
        AtomicReference<LocalSocket> opened = new AtomicReference<>();
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> {
            LocalSocket next = new LocalSocket(socket()).say(EVENTS);
            if (next.hear(START).equals("HTTP/1.1 200")) {
                opened.set(next);
                return true;
            }
            next.close();
            return false;
        });
        return opened.get();
    }

    /// Loads classes and fills pools that stay, so that they do not count as the memory of a client.
    private void warmUp() throws Exception {
        for (int i = 0; i < 20; i++) {
            String health = LocalSocket.ask(socket(), "GET /health" + HEAD + "Connection: close\r\n\r\n");
            assertThat(health).startsWith("HTTP/1.1 200");
            try (LocalSocket stream = new LocalSocket(socket()).say(EVENTS)) {
                assertThat(stream.hear(START)).isEqualTo("HTTP/1.1 200");
            }
        }
    }

    /// The bytes in use in the heap and in buffers outside it.
    private static long memory() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        long buffers = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
        return buffers
                + ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }
}
