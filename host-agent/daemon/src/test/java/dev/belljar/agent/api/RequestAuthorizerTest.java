package dev.belljar.agent.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that browsers and clients without a token are refused, for every kind of request. The requests are
/// written by hand, because HTTP clients set `Host` themselves.
@Tag("slow")
class RequestAuthorizerTest {
    private static final String UPGRADE = String.join(
            "\r\n",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "");

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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/health",
                "/sandboxes",
                "/sandboxes/s1/events",
                "/sandboxes/s1/terminal",
                "/sandboxes/s1/tunnel?port=22",
                "/openapi.json",
                "/x"
            })
    void aNameThatWasReboundToLoopbackIsRefused(String path) throws Exception {
        String upgrade = path.matches(".*/(terminal|tunnel.*)") ? UPGRADE : "";
        for (String host : new String[] {
            "evil.example:" + port(),
            "127.0.0.1",
            "localhost",
            "127.0.0.1:1",
            "127.0.0.1.evil.example:" + port(),
            "0.0.0.0:" + port()
        }) {
            assertThat(status(path, host, token() + upgrade)).as(host).isEqualTo(403);
        }
        api.assertUntouched();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/health",
                "/sandboxes",
                "/sandboxes/s1/events",
                "/sandboxes/s1/terminal",
                "/sandboxes/s1/tunnel?port=22"
            })
    void aPageInABrowserIsRefusedEvenWithTheToken(String path) throws Exception {
        String upgrade = path.matches(".*/(terminal|tunnel.*)") ? UPGRADE : "";
        for (String origin : new String[] {"https://evil.example", "null", "http://127.0.0.1:" + port()}) {
            assertThat(status(path, own(), token() + upgrade + "Origin: " + origin + "\r\n"))
                    .as(origin)
                    .isEqualTo(403);
        }
        api.assertUntouched();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Authorization: Bearer \r\n",
                "Authorization: Bearer 0000000000000000000000000000000000000000000000000000000000000000\r\n",
                "Authorization: Basic TOKEN\r\n",
                "Authorization: TOKEN\r\n",
                "Authorization: Bearer TOKEN0\r\n",
                "Cookie: token=TOKEN\r\n"
            })
    void onlyHealthIsAnsweredWithoutTheToken(String header) throws Exception {
        String shown = header.replace("TOKEN", api.token);
        for (String path : new String[] {"/sandboxes", "/host", "/openapi.json", "/nowhere", "/sandboxes/s1/events"}) {
            assertThat(status(path, own(), shown)).as(path).isEqualTo(401);
        }
        assertThat(status("/sandboxes/s1/terminal", own(), shown + UPGRADE)).isEqualTo(401);
        assertThat(status("/health", own(), shown)).isEqualTo(200);
        api.assertUntouched();
    }

    @Test
    void theServersOwnNamesPass() throws Exception {
        for (String host : new String[] {"127.0.0.1:" + port(), "localhost:" + port(), "[::1]:" + port()}) {
            assertThat(status("/sandboxes", host, token())).as(host).isEqualTo(200);
        }
        assertThat(status("/sandboxes/s1/terminal", own(), token() + UPGRADE)).isEqualTo(101);
        assertThat(status("/sandboxes/nobody/terminal", own(), token() + UPGRADE))
                .isEqualTo(404);
    }

    @Test
    void eachStartMakesANewTokenThatOnlyItsOwnerCanRead() throws Exception {
        Path file = folder.resolve("token");
        String before = api.token;
        assertThat(before).matches("[0-9a-f]{64}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        api.close();
        api = new ApiFixture(folder);
        assertThat(api.token).matches("[0-9a-f]{64}").isNotEqualTo(before);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(status("/sandboxes", own(), "Authorization: Bearer " + before + "\r\n"))
                .isEqualTo(401);
        assertThat(status("/sandboxes", own(), token())).isEqualTo(200);
    }

    private int port() {
        return api.port();
    }

    private String own() {
        return "127.0.0.1:" + port();
    }

    private String token() {
        return "Authorization: Bearer " + api.token + "\r\n";
    }

    private int status(String path, String host, String headers) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port())) {
            socket.setSoTimeout(30_000);
            String request = "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n" + headers + "\r\n";
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
            return Integer.parseInt(new String(start, StandardCharsets.ISO_8859_1).substring("HTTP/1.1 ".length()));
        }
    }
}
