package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/// Tests ambiguous and truncated requests.
class ApiEdgesTest {
    /// The flag of a listening socket in `/proc/net/unix`.
    private static final String LISTENS = " 00010000 ";

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
    void aProblemIsSentInUtf8() throws Exception {
        HttpResponse<String> answer = api.send(api.request("/sandboxes/caf%C3%A9%F0%9F%98%80"));
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body()).contains("café😀");
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aHeaderDoesNotChangeTheMethod(String method) throws Exception {
        for (String header : new String[] {"X-HTTP-Method-Override", "x-http-method-override", "X-Method-Override"}) {
            HttpResponse<String> answer = api.send(api.request("/sandboxes/s1")
                    .header(header, "DELETE")
                    .method(method, HttpRequest.BodyPublishers.noBody()));
            assertThat(answer.statusCode()).isEqualTo(method.equals("GET") ? 200 : 405);
            api.assertUntouched();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/sandboxes|{\"path\":\"\\ud800\"}|path",
                "/sandboxes|{\"path\":\"/p\",\"name\":\"a\\udc00\"}|name",
                "/sandboxes|{\"path\":\"/p\",\"memoryMiB\":\"1024\"}|memoryMiB",
                "/sandboxes|{\"path\":\"/p\",\"cpus\":1.9}|cpus",
                "/sandboxes|{\"path\":\"/p\",\"name\":7}|name",
                "/sandboxes|{\"path\":\"/p\",\"start\":\"false\"}|start",
                "/sandboxes|{\"path\":\"/p\",\"path\":\"/q\"}|path",
                "/sandboxes/s1/exec|{\"argv\":[\"a\",\"\\udead\"]}|argv[1]",
                "/sandboxes/s1/policy/rules|{\"rule\":\"allow \\ud800.org\"}|rule",
                "/approvals/q1|{\"action\":1}|action",
                "/secrets|{\"name\":\"n\",\"value\":1}|value"
            })
    void aValueOfTheWrongTypeIsRefusedWithItsFieldName(String path, String body, String field) throws Exception {
        HttpResponse<String> answer = api.post(path, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(ContractJson.read(answer.body(), Problem.class).detail()).contains(field);
        api.assertUntouched();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/sandboxes/s1/network/log?most=3&most=4",
                "/sandboxes/s1/stop?hibernate=true&hibernate=false",
                "/sandboxes/s1/fs/diff/file?path=a%ed%a0%80",
                "/sandboxes/s1/fs/diff/file?path=%ff",
                "/sandboxes/s1/fs/diff/file?path=a%2",
                "/sandboxes/s1/fs/diff/file?path=a%zz"
            })
    void anAmbiguousQueryIsRefused(String query) throws Exception {
        String answer = LocalSocket.ask(
                folder.resolve("api.sock"),
                (query.contains("stop") ? "POST " : "GET ") + query
                        + " HTTP/1.1\r\nHost: belljar\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 400");
        api.assertUntouched();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}",
                "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}",
                "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"pa",
                "Content-Length: 50\r\n\r\n{\"path\":",
                "Content-Length: 1000000\r\n\r\n"
            })
    void aTruncatedBodyIsA400AndLogsNothing(String rest) throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        log.start();
        root.addAppender(log);
        try (LocalSocket broken = new LocalSocket(folder.resolve("api.sock"))) {
            String answer = broken.say("POST /sandboxes HTTP/1.1\r\nHost: belljar\r\n" + rest)
                    .end()
                    .hear();
            assertThat(answer).startsWith("HTTP/1.1 400");
            assertThat(LocalSocket.ask(
                            folder.resolve("api.sock"),
                            "GET /health HTTP/1.1\r\nHost: belljar\r\nConnection: close\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        } finally {
            root.detachAppender(log);
        }
        assertThat(log.list.stream().filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN)))
                .isEmpty();
        api.assertUntouched();
    }

    @Test
    void aClientThatDisconnectsMidBodyLogsNothing() throws Exception {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        log.start();
        root.addAppender(log);
        for (int i = 0; i < 20; i++) {
            new LocalSocket(folder.resolve("api.sock"))
                    .say("POST /sandboxes HTTP/1.1\r\nHost: belljar\r\nContent-Length: 50\r\n\r\n{\"path\":")
                    .close();
        }
        // Until the server has seen all of them go.
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> connections() == 0);
        root.detachAppender(log);
        assertThat(log.list.stream().filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN)))
                .isEmpty();
    }

    /// The number of connections to the socket that the server has not closed, according to the kernel.
    private long connections() throws IOException {
        String socket = " " + folder.resolve("api.sock");
        try (Stream<String> sockets = Files.lines(Path.of("/proc/net/unix"))) {
            return sockets.filter(line -> line.endsWith(socket) && !line.contains(LISTENS))
                    .count();
        }
    }
}
