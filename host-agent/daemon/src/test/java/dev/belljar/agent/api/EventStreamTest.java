package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.host.SteadyNumber;
import dev.belljar.agent.journal.JournalException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.event.Event;
import dev.belljar.contract.event.Event.FileEvent;
import dev.belljar.contract.event.FileOp;
import dev.belljar.contract.event.SandboxEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the event streams of the API.
@Tag("slow")
class EventStreamTest {
    private static final Duration STUCK = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder);
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @Test
    void anEventHasItsNumberTypeAndLine() throws Exception {
        api.journal.append(note("one\ntwo"));
        HttpResponse<String> answer = api.get("/sandboxes/s1/events?follow=false");
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/event-stream");
        assertThat(answer.body())
                .isEqualTo(": connected\n\nid: 1\nevent: sandbox\ndata: "
                        + ContractJson.line(note("one\ntwo").withSeq(1)) + "\n\n");
    }

    @Test
    void onlyRequestedTypesAreSent() throws Exception {
        api.journal.append(note("a"));
        api.journal.append(write(1));
        api.journal.append(note("b"));
        assertThat(ids(api.get("/sandboxes/s1/events?follow=false&type=file,net")))
                .containsExactly(2L);
        assertThat(ids(api.get("/sandboxes/s1/events?follow=false&type=sandbox&after=1")))
                .containsExactly(3L);
    }

    @Test
    void aReconnectedReaderContinuesWhereItWas() throws Exception {
        int total = 3_000;
        Thread writer = Thread.ofVirtual().name("writer").start(() -> append(total));
        List<Long> seen = new ArrayList<>();
        while (seen.size() < total) {
            long last = seen.isEmpty() ? 0 : seen.getLast();
            // Each connection is dropped after a prime number of events, so in the middle of a batch.
            read(last, seen, Math.min(total, seen.size() + 997));
        }
        writer.join();
        assertThat(seen)
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, total).boxed().toList());
    }

    @Test
    void aReaderContinuesAfterTheHostAgentRestarts() throws Exception {
        append(20);
        List<Long> seen = new ArrayList<>();
        read(0, seen, 13);
        api.close();
        api = new ApiFixture(folder);
        append(10);
        read(seen.getLast(), seen, 30);
        assertThat(seen)
                .containsExactlyElementsOf(LongStream.rangeClosed(1, 30).boxed().toList());
    }

    @Test
    void fromIsTheFirstEventThatIsSent() throws Exception {
        append(5);
        assertThat(ids(api.get("/sandboxes/s1/events?follow=false&from=4"))).containsExactly(4L, 5L);
        assertThat(ids(api.get("/sandboxes/s1/events?follow=false&after=4"))).containsExactly(5L);
        assertThat(api.get("/sandboxes/s1/events?follow=false&from=4&after=1").statusCode())
                .isEqualTo(400);
        assertThat(api.get("/sandboxes/s1/events?follow=false&from=0").statusCode())
                .isEqualTo(400);
    }

    @Test
    void lastEventIdTakesPrecedenceOverAfter() throws Exception {
        append(5);
        HttpRequest.Builder request =
                api.request("/sandboxes/s1/events?follow=false&after=1").header("Last-Event-ID", "4");
        assertThat(ids(api.send(request))).containsExactly(5L);
    }

    @Test
    void aStuckReaderIsCutOffAndOthersAreNot() throws Exception {
        api.close();
        api = new ApiFixture(folder.resolve("strict"), STUCK, STUCK);
        try (Socket stuck = new Socket()) {
            stuck.setReceiveBufferSize(4_096);
            stuck.connect(new InetSocketAddress("127.0.0.1", api.port()));
            String request = "GET /sandboxes/s1/events HTTP/1.1\r\nHost: 127.0.0.1:" + api.port()
                    + "\r\nAuthorization: Bearer " + api.token + "\r\n\r\n";
            stuck.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            append(60_000);
            awaitFull(stuck.getInputStream());
            // The client reads nothing for longer than the server waits: bytes that it sends after the server
            // ended the connection are answered with a reset.
            assertThatThrownBy(() -> {
                        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> {
                            stuck.getOutputStream().write('\n');
                            return false;
                        });
                    })
                    .isInstanceOf(SocketException.class);
            stuck.setSoTimeout(60_000);
            assertThat(drain(stuck.getInputStream())).doesNotContain("\"detail\":\"note 60000\"");
        }
        assertThat(ids(api.get("/sandboxes/s1/events?follow=false&after=59990")))
                .hasSize(10);
    }

    @Test
    void aQuietStreamIsKeptAliveAndFollows() throws Exception {
        HttpResponse<InputStream> stream = open(0);
        try (BufferedReader lines = reader(stream)) {
            assertThat(lines.readLine()).isEqualTo(": connected");
            String line = lines.readLine();
            while (line.isEmpty()) {
                line = lines.readLine();
            }
            assertThat(line).isEqualTo(": heartbeat");
            api.journal.append(note("after the quiet"));
            while (!line.startsWith("data: ")) {
                line = lines.readLine();
            }
            assertThat(ContractJson.read(line.substring(6), Event.class).seq()).isEqualTo(1);
        }
    }

    @Test
    void theEventsOfTheHostAreAStreamLikeThoseOfASandbox() throws Exception {
        long before = api.hostJournal().lastSeq();
        for (int i = 0; i < 5; i++) {
            api.services.storage().retention().retainAsUsual();
        }
        assertThat(ids(api.get("/events?follow=false&after=" + (before + 3)))).containsExactly(before + 4, before + 5);
        assertThat(ids(api.get("/events?follow=false&type=state"))).isEmpty();
        HttpRequest.Builder request =
                api.request("/events?follow=false").header("Last-Event-ID", String.valueOf(before + 4));
        assertThat(ids(api.send(request))).containsExactly(before + 5);
    }

    @Test
    void closingTheJournalEndsTheStream() throws Exception {
        HttpResponse<InputStream> stream = open(0);
        api.journal.append(note("last"));
        api.journal.close();
        String all = drain(stream.body());
        assertThat(all).contains("\"detail\":\"last\"").endsWith(": journal.closed\n\n");
    }

    /// Waits until no more bytes arrive, because nothing reads them.
    private static void awaitFull(InputStream in) throws Exception {
        long _ = SteadyNumber.of(in::available);
    }

    private void append(int count) {
        try {
            for (int i = 1; i <= count; i++) {
                api.journal.append(note("note " + i));
            }
        } catch (JournalException e) {
            throw new AssertionError(e);
        }
    }

    private void read(long after, List<Long> seen, int until) throws Exception {
        HttpResponse<InputStream> stream = open(after);
        try (BufferedReader lines = reader(stream)) {
            while (seen.size() < until) {
                String line = lines.readLine();
                if (line.startsWith("id: ")) {
                    seen.add(Long.parseLong(line.substring(4)));
                }
            }
        }
    }

    private HttpResponse<InputStream> open(long after) throws Exception {
        HttpRequest.Builder request = api.request("/sandboxes/s1/events");
        if (after > 0) {
            request.header("Last-Event-ID", String.valueOf(after));
        }
        return api.http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
    }

    private static BufferedReader reader(HttpResponse<InputStream> stream) {
        return new BufferedReader(new InputStreamReader(stream.body(), StandardCharsets.UTF_8));
    }

    private static List<Long> ids(HttpResponse<String> answer) {
        return answer.body()
                .lines()
                .filter(line -> line.startsWith("id: "))
                .map(line -> Long.parseLong(line.substring(4)))
                .toList();
    }

    private static String drain(InputStream in) {
        StringBuilder all = new StringBuilder();
        byte[] buffer = new byte[1 << 16];
        try {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                all.append(new String(buffer, 0, n, StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // A connection that was cut shows as an error; the bytes before that are the result.
        }
        return all.toString();
    }

    private static SandboxEvent note(String detail) {
        return new SandboxEvent(0, 1_706_000_000_000L, "note", null, null, null, null, detail);
    }

    private static FileEvent write(int pid) {
        return new FileEvent(0, 1, pid, 9, "sh", FileOp.WRITE, "/workspace/a", null, 1);
    }
}
