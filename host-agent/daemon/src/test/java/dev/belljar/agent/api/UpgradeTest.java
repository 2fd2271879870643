package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.problem.Problem;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;

/// Tests requests that open a WebSocket: an invalid one is refused with a problem, and none sets a cookie.
class UpgradeTest {
    private static final String UPGRADE = "Connection: Upgrade\r\nUpgrade: websocket\r\n";
    private static final String KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    private static final String VERSION = "Sec-WebSocket-Version: 13\r\n";
    private static final String TUNNEL = "/sandboxes/s1/tunnel?port=80";

    @TempDir
    private Path folder;

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder).running();
        log.start();
        root.addAppender(log);
    }

    @AfterEach
    void stop() {
        root.detachAppender(log);
        api.close();
    }

    private String sent(String method, String path, String fields) throws Exception {
        return LocalSocket.ask(
                folder.resolve("api.sock"),
                method + " " + path + " HTTP/1.1\r\nHost: belljar\r\n" + fields + "Content-Length: 0\r\n\r\n");
    }

    private static Problem problem(String response) throws Exception {
        return ContractJson.readStrict(response.substring(response.indexOf("\r\n\r\n") + 4), Problem.class);
    }

    @ParameterizedTest
    @CsvSource({
        "/sandboxes/s1/tunnel?port=80",
        "/sandboxes/s1/terminal",
        "/sandboxes/s1/session/terminal",
    })
    void aRequestWithoutAKeyIsInvalid(String path) throws Exception {
        String response = sent("GET", path, "Connection: close, Upgrade\r\nUpgrade: websocket\r\n" + VERSION);
        assertThat(response).startsWith("HTTP/1.1 400").doesNotContainIgnoringCase("Set-Cookie");
        assertThat(problem(response).detail()).contains("Sec-WebSocket-Key");
        assertThat(log.list).noneMatch(line -> line.getLevel().isGreaterOrEqual(Level.WARN));
    }

    @Test
    void otherInvalidRequestsAreRefusedToo() throws Exception {
        String closing = "Connection: close, Upgrade\r\n";
        for (String fields : new String[] {
            closing + "Upgrade: websocket\r\nSec-WebSocket-Key: short\r\n" + VERSION,
            closing + "Upgrade: websocket\r\nSec-WebSocket-Version: 8\r\n" + KEY,
            closing + VERSION + KEY
        }) {
            String response = sent("GET", TUNNEL, fields);
            assertThat(response).startsWith("HTTP/1.1 400");
            assertThat(problem(response).code()).isEqualTo("request.invalid");
        }
        String post = sent("POST", TUNNEL, closing + "Upgrade: websocket\r\n" + VERSION + KEY);
        assertThat(post).startsWith("HTTP/1.1 405").contains("Allow: GET");
        assertThat(problem(post).code()).isEqualTo("request.wrong-method");
        assertThat(log.list).noneMatch(line -> line.getLevel().isGreaterOrEqual(Level.WARN));
    }

    /// Before the upgrade a refusal is an ordinary response, with a body.
    @Test
    void aRefusalSaysWhy() throws Exception {
        String response = sent(
                "GET",
                "/sandboxes/nobody/tunnel?port=80",
                "Connection: close, Upgrade\r\nUpgrade: websocket\r\n" + VERSION + KEY);
        assertThat(response).startsWith("HTTP/1.1 404").contains("application/problem+json");
        assertThat(problem(response).detail()).contains("nobody");
    }

    @Test
    void aWebSocketSetsNoCookie() throws Exception {
        try (LocalSocket client = new LocalSocket(folder.resolve("api.sock"))) {
            StringBuilder head = new StringBuilder();
            LocalSocket asked =
                    client.say("GET " + TUNNEL + " HTTP/1.1\r\nHost: belljar\r\n" + UPGRADE + VERSION + KEY + "\r\n");
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append(asked.hear(1));
            }
            assertThat(head.toString()).startsWith("HTTP/1.1 101").doesNotContainIgnoringCase("Set-Cookie");
        }
    }
}
