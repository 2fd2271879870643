package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.GuestStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests that a client that Zellij disconnects at once by mistake attaches again, a limited number of times.
class ComingInTest {
    private static final String COOKIE = "11111111-2222-4333-8444-555555555555";
    private static final byte[] GOODBYE = {(byte) 0x88, 2, 0x03, (byte) 0xe8};
    private static final byte[] SCREEN = {(byte) 0x82, 2, 'h', 'i', (byte) 0x88, 2, 0x03, (byte) 0xe8};

    private static GuestStream client() {
        String body = "{\"web_client_id\":\"" + COOKIE + "\"}";
        return new PipeStream(("HTTP/1.1 200 OK\r\nContent-Length: " + body.length() + "\r\n\r\n" + body)
                .getBytes(StandardCharsets.US_ASCII));
    }

    private static GuestStream socket(byte[] frames) {
        return new SwitchingStream(frames);
    }

    @Test
    void aClientThatWasShownNoScreenAttachesAgain() throws Exception {
        ScriptedLink link = new ScriptedLink(
                client(), socket(new byte[0]), socket(GOODBYE), client(), socket(new byte[0]), socket(SCREEN));
        try (SessionExec exec =
                new ZellijWeb(link, new AttachLimiter(Duration.ofMillis(1))).attach(COOKIE, "main", 30, 100)) {
            assertThat(new String(exec.stdout().readAllBytes(), StandardCharsets.US_ASCII))
                    .isEqualTo("hi");
            assertThat(exec.await().code()).isZero();
        }
        assertThat(link.left()).isZero();
    }

    @Test
    void repeatedDisconnectsAreReported() {
        ScriptedLink link =
                new ScriptedLink(Stream.generate(() -> List.of(client(), socket(new byte[0]), socket(GOODBYE)))
                        .limit(5)
                        .flatMap(List::stream)
                        .toArray(GuestStream[]::new));
        ZellijWeb web = new ZellijWeb(link, new AttachLimiter(Duration.ofMillis(1)));
        assertThatThrownBy(() -> web.attach(COOKIE, "main", 30, 100))
                .isInstanceOf(SessionException.class)
                .hasMessageContaining("accepted no connection in 4 attempts");
        assertThat(link.left()).isEqualTo(3);
    }
}
