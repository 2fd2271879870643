package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.api.http.StreamSlots;
import dev.belljar.agent.listen.ConnectionLimits;
import dev.belljar.contract.event.SandboxEvent;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the host agent answers health requests whatever hostile clients do.
@Tag("slow")
class HostileClientsTest {
    private static final ConnectionLimits SHORT =
            new ConnectionLimits(Duration.ofMillis(1_500), Duration.ofMillis(1_500), Duration.ofSeconds(30), 200, 150);
    private static final String HEAD = " HTTP/1.1\r\nHost: belljar\r\n";
    private static final String EVENTS = "GET /sandboxes/s1/events" + HEAD + "\r\n";
    private static final int START = "HTTP/1.1 200".length();
    private static final int HELD = 100;

    @TempDir
    private Path folder;

    private Path socket() {
        return folder.resolve("api.sock");
    }

    @Test
    void aHeadOrBodySentByteByByteIsCutOff() throws Exception {
        try (ApiFixture api = new ApiFixture(folder, SHORT)) {
            for (String begun : List.of(
                    "GET /health" + HEAD + "X-Slow: ",
                    "POST /sandboxes" + HEAD + "Content-Length: 100000\r\n\r\n{\"path\":\"")) {
                try (LocalSocket slow = new LocalSocket(socket()).say(begun)) {
                    long before = System.nanoTime();
                    Thread.ofVirtual().name("drip").start(() -> drip(slow));
                    slow.hear();
                    assertThat(Duration.ofNanos(System.nanoTime() - before))
                            .isBetween(Duration.ofSeconds(1), Duration.ofSeconds(10));
                }
            }
            api.assertUntouched();
        }
    }

    @Test
    void aQuietEventStreamIsNotCutByTheDeadlineOfItsHead() throws Exception {
        try (ApiFixture api = new ApiFixture(folder, SHORT);
                LocalSocket stream = new LocalSocket(socket()).say(EVENTS)) {
            assertThat(stream.hear(START)).isEqualTo("HTTP/1.1 200");
            int beats = 0;
            while (beats < 3) { // one a second: twice the time limit of a head
                beats += heard(stream).contains("heartbeat") ? 1 : 0;
            }
            api.journal.append(new SandboxEvent(0, 1, "note", null, null, null, null, "still here"));
            String line = heard(stream);
            while (!line.contains("still here")) {
                line = heard(stream);
            }
        }
    }

    /// The next line of an open stream.
    private static String heard(LocalSocket stream) throws IOException {
        StringBuilder line = new StringBuilder();
        while (line.indexOf("\n") < 0) {
            String more = stream.hear(1);
            assertThat(more).as("a stream after %s", line).isNotEmpty();
            line.append(more);
        }
        return line.toString();
    }

    @Test
    void tcpStreamsDoNotUseUpSocketStreamsOfTheSandbox() throws Exception {
        try (ApiFixture api = new ApiFixture(folder);
                TcpStreams greedy = new TcpStreams(api)) {
            for (int i = 0; i < StreamSlots.MOST_OF_ONE; i++) {
                assertThat(greedy.open()).isEqualTo("HTTP/1.1 200");
            }
            assertThat(greedy.open()).isEqualTo("HTTP/1.1 429");
            try (LocalSocket own = new LocalSocket(socket()).say(EVENTS)) {
                assertThat(own.hear(START)).isEqualTo("HTTP/1.1 200");
            }
        }
    }

    /// Event streams of a client on TCP with the token.
    private record TcpStreams(ApiFixture api, List<Socket> held) implements AutoCloseable {
        TcpStreams(ApiFixture api) {
            this(api, new ArrayList<>());
        }

        /// Opens another stream, and returns the beginning of the response.
        String open() throws IOException {
            Socket socket = new Socket("127.0.0.1", api.port());
            held.add(socket);
            String head = "GET /sandboxes/s1/events HTTP/1.1\r\nHost: 127.0.0.1:" + api.port()
                    + "\r\nAuthorization: Bearer " + api.token + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readNBytes(START), StandardCharsets.ISO_8859_1);
        }

        @Override
        public void close() throws IOException {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    @Test
    void streamsOfOneSandboxAreLimitedAndReleased() throws Exception {
        try (ApiFixture api = new ApiFixture(folder)) {
            api.assertUntouched();
            List<LocalSocket> open = new ArrayList<>();
            for (int i = 0; i < StreamSlots.MOST_OF_ONE; i++) {
                open.add(new LocalSocket(socket()).say(EVENTS));
                assertThat(open.getLast().hear(START)).isEqualTo("HTTP/1.1 200");
            }
            String refused = LocalSocket.ask(socket(), EVENTS.replace("\r\n\r\n", "\r\nConnection: close\r\n\r\n"));
            assertThat(refused).startsWith("HTTP/1.1 429").contains("events.too-many");
            for (LocalSocket one : open) {
                one.close();
            }
            Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> {
                try (LocalSocket next = new LocalSocket(socket()).say(EVENTS)) {
                    return next.hear(START).equals("HTTP/1.1 200");
                }
            });
        }
    }

    @Test
    void healthIsAnsweredWithinASecondUnderHostileLoad() throws Exception {
        try (ApiFixture api = new ApiFixture(folder, SHORT)) {
            AtomicBoolean over = new AtomicBoolean();
            List<Thread> hostile = new ArrayList<>();
            List<String> attacks = List.of(
                    "",
                    "GET /hea",
                    "\0\1\2\3\r\n\r\n",
                    "POST /sandboxes" + HEAD + "Content-Length: 9\r\n\r\n{",
                    "POST /sandboxes" + HEAD + "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n",
                    "GET /approvals?wait=30" + HEAD + "\r\n",
                    EVENTS);
            CountDownLatch besieged = new CountDownLatch(attacks.size());
            for (String words : attacks) {
                hostile.add(Thread.ofVirtual().name("hostile").start(() -> besiege(words, besieged, over)));
            }
            assertThat(besieged.await(1, TimeUnit.MINUTES)).isTrue();
            Duration worst = Duration.ZERO;
            for (int i = 0; i < 40; i++) {
                long before = System.nanoTime();
                assertThat(LocalSocket.ask(socket(), "GET /health" + HEAD + "Connection: close\r\n\r\n"))
                        .startsWith("HTTP/1.1 200");
                Duration took = Duration.ofNanos(System.nanoTime() - before);
                worst = took.compareTo(worst) > 0 ? took : worst;
                Thread.sleep(100);
            }
            over.set(true);
            for (Thread one : hostile) {
                one.join();
            }
            assertThat(worst).isLessThan(Duration.ofSeconds(1));
            assertThat(LocalSocket.ask(
                            socket(), "POST /shutdown" + HEAD + "Content-Length: 0\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 202");
            assertThat(api.shutdown.get()).isTrue();
        }
    }

    /// Opens connections in a loop and keeps the newest hundred open; `besieged` is counted down when there
    /// are that many.
    private void besiege(String words, CountDownLatch besieged, AtomicBoolean over) {
        List<LocalSocket> held = new ArrayList<>();
        boolean told = false;
        while (!over.get()) {
            try {
                held.add(new LocalSocket(socket()).say(words));
                if (held.size() > HELD) {
                    if (!told) {
                        told = true;
                        besieged.countDown();
                    }
                    held.removeFirst().close();
                }
                Thread.sleep(2);
            } catch (IOException e) {
                // The server closed the connection; the next one is opened.
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
        for (LocalSocket one : held) {
            try {
                one.close();
            } catch (IOException e) {
                // The connection is closed already.
            }
        }
    }

    private static void drip(LocalSocket slow) {
        try {
            for (int i = 0; i < 200; i++) {
                slow.say("x");
                Thread.sleep(100);
            }
        } catch (IOException e) {
            // The server cut the connection off.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
