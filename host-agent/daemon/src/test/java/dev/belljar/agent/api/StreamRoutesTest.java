package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.operation.ApiStream;
import dev.belljar.contract.operation.ApiVersion;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that the server handles each stream of the API.
class StreamRoutesTest {
    private static final String UPGRADE = """
            Connection: Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            """;

    private static final String FILES = "{\"paths\":[\"out/app\"]}";

    @TempDir
    private Path folder;

    private ApiFixture api;

    @BeforeEach
    void start() throws Exception {
        api = new ApiFixture(folder).running();
    }

    @AfterEach
    void stop() {
        api.close();
    }

    @ParameterizedTest
    @EnumSource
    void everyStreamIsServed(ApiStream stream) throws Exception {
        String target = stream.at("shop") + (stream == ApiStream.TUNNEL ? "?port=8080" : "");
        String method = stream.method().name();
        boolean served = method.equals("POST")
                ? status(method, target, "Content-Length: " + FILES.length() + "\r\n", FILES) == 200
                : status(method, target, "", "") == 200 || status(method, target, UPGRADE, "") == 101;
        assertThat(served).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", UPGRADE})
    void anUnknownStreamIsRefused(String fields) throws Exception {
        try (LocalSocket client = new LocalSocket(folder.resolve("api.sock"))) {
            client.say("GET /sandboxes/shop/nothing HTTP/1.1\r\nHost: belljar\r\n" + fields + "\r\n");
            assertThat(client.end().hear())
                    .startsWith("HTTP/1.1 404")
                    .contains("request.no-route", ApiVersion.HEADER + ": " + ApiVersion.CURRENT);
        }
    }

    private int status(String method, String target, String fields, String body) throws IOException {
        try (LocalSocket client = new LocalSocket(folder.resolve("api.sock"))) {
            String head = client.say(method + " " + target + " HTTP/1.1\r\nHost: belljar\r\n" + fields + "\r\n" + body)
                    .hear("HTTP/1.1 200".length());
            return Integer.parseInt(head.substring("HTTP/1.1 ".length()));
        }
    }
}
