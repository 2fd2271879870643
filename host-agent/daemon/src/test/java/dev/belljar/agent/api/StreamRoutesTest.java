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
        boolean served = status(target, "") == 200 || status(target, UPGRADE) == 101;
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

    private int status(String target, String fields) throws IOException {
        try (LocalSocket client = new LocalSocket(folder.resolve("api.sock"))) {
            String head = client.say("GET " + target + " HTTP/1.1\r\nHost: belljar\r\n" + fields + "\r\n")
                    .hear("HTTP/1.1 200".length());
            return Integer.parseInt(head.substring("HTTP/1.1 ".length()));
        }
    }
}
