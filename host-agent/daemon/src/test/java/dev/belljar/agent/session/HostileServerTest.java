package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that any response of a program that answers instead of Zellij is parsed or refused, and always bounded.
class HostileServerTest {
    private static HttpAnswer answer(String text) throws SessionException, IOException {
        return HttpAnswer.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void bodiesWithALengthAndInChunksAreRead() throws Exception {
        assertThat(answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}rest").body())
                .isEqualTo("{}");
        assertThat(answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n")
                        .body())
                .isEqualTo("abcde");
        assertThat(answer("HTTP/1.1 401 No\r\nSet-Cookie: session_token=1\r\n\r\n")
                        .fields()
                        .first("set-cookie"))
                .isEqualTo("session_token=1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\r\n\r\n",
                "SSH-2.0-x\r\n\r\n",
                "HTTP/1.1 9999 x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno header\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort",
                "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffff\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\nabc"
            })
    void invalidAnswersAreRefused(String text) {
        assertThatThrownBy(() -> answer(text)).isInstanceOf(SessionException.class);
    }

    @Test
    void anEndlessHeadIsRefused() {
        String endless = "HTTP/1.1 200 OK\r\n" + "a: b\r\n".repeat(10_000);
        assertThatThrownBy(() -> answer(endless)).hasMessageContaining("longer than");
    }

    @Test
    void aMessageInPiecesIsOneAndAPingIsAnswered() throws Exception {
        byte[] frames = {0x01, 2, 'a', 'b', (byte) 0x89, 1, 'p', (byte) 0x80, 1, 'c', (byte) 0x88, 2, 0x0f, (byte) 0xa1
        };
        SwitchingStream stream = new SwitchingStream(frames);
        WebSocketPipe pipe = WebSocketPipe.open(stream, "/", "");
        assertThat(pipe.read()).hasValueSatisfying(m -> assertThat(m).containsExactly('a', 'b', 'c'));
        assertThat(pipe.read()).isEmpty();
        assertThat(pipe.closeCode()).isEqualTo(4001);
        byte[] heard = stream.heard.toByteArray();
        assertThat(heard[heard.length - 7] & 0xff).isEqualTo(0x8a);
        assertThat(heard[heard.length - 6] & 0xff).isEqualTo(0x81);
    }

    @Test
    @Timeout(30)
    void aServerThatReadsNothingIsClosed() throws Exception {
        StuckStream stream = new StuckStream();
        WebSocketPipe pipe = WebSocketPipe.open(stream, "/", "");
        stream.stuck = true;
        pipe.close();
        assertThat(stream.closed.getCount()).isZero();
    }

    @Test
    void aServerThatDoesNotSwitchProtocolsIsRefused() {
        PipeStream stream = new PipeStream("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> WebSocketPipe.open(stream, "/", "")).isInstanceOf(SessionException.class);
        assertThat(stream.closed).isTrue();
        PipeStream unknown = new PipeStream("HTTP/1.1 401 No\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThatThrownBy(() -> WebSocketPipe.open(unknown, "/", ""))
                .isInstanceOfSatisfying(
                        SessionException.class, e -> assertThat(e.code()).isEqualTo(SessionException.REFUSED));
    }

    @Test
    void anIllegalFrameBreaksTheSession() throws Exception {
        WebSocketPipe pipe = WebSocketPipe.open(new SwitchingStream(new byte[] {(byte) 0xc1, 0}), "/", "");
        assertThatThrownBy(pipe::read)
                .isInstanceOfSatisfying(
                        SessionException.class, e -> assertThat(e.code()).isEqualTo(SessionException.BROKEN));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "session a/b\nby zellij",
                "session x\nby root shell",
                "by zellij",
                "session \u001b]0;x\nby tmux"
            })
    void invalidSessionReportsAreRefused(String said) {
        assertThatThrownBy(() -> GuestSession.parsed(said)).isInstanceOf(SessionException.class);
    }

    @Test
    void anInvalidTokenIsIgnored() throws Exception {
        GuestSession.Begun begun = GuestSession.parsed(
                "token x\r\nInjected: 1\nwatch 11111111-2222-4333-8444-555555555555\nsession main\nby zellij\n");
        assertThat(begun.token()).isNull();
        assertThat(begun.watch()).isEqualTo("11111111-2222-4333-8444-555555555555");
    }

    @Test
    void theWebClientNeedsZellijOnItsOwnPort() throws Exception {
        assertThat(GuestSession.parsed("web 8082\nsession main\nby zellij\n").web())
                .isTrue();
        assertThat(GuestSession.parsed("web 22\nsession main\nby zellij\n").web())
                .isFalse();
        assertThat(GuestSession.parsed("web 8082\nsession main\nby tmux\n").web())
                .isFalse();
        assertThat(GuestSession.parsed("session main\nby zellij\n").web()).isFalse();
    }
}
