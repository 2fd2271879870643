package dev.belljar.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.testing.property.ForAll;
import dev.belljar.testing.property.Property;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
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

    private static DataInputStream bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return new DataInputStream(new ByteArrayInputStream(bytes));
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
    void illegalServerFramesAreRefused() {
        assertRefused(bytes(0x81, 0x81, 0, 0, 0, 0, 0)); // masked
        assertRefused(bytes(0xc1, 0x00)); // a reserved bit
        assertRefused(bytes(0x83, 0x00)); // an unknown opcode
        assertRefused(bytes(0x09, 0x00)); // a ping in pieces
        assertRefused(bytes(0x89, 126, 1, 0)); // a ping too long
        assertRefused(bytes(0x82, 127, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)); // a length of exbibytes
        assertRefused(bytes(0x82, 127, 0xff, 0, 0, 0, 0, 0, 0, 0)); // a negative length
    }

    private static void assertRefused(DataInputStream frame) {
        assertThatThrownBy(() -> SocketFrame.read(frame, SocketFrame.LONGEST)).isInstanceOf(SessionException.class);
    }

    @Property(tries = 500)
    void noiseIsReadAsFramesOrRefused(@ForAll byte[] noise) throws IOException {
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(noise));
        try {
            while (true) {
                assertThat(SocketFrame.read(in, SocketFrame.LONGEST).payload().length)
                        .isLessThanOrEqualTo(noise.length);
            }
        } catch (SessionException | EOFException e) {
            assertThat(e).isNotNull();
        }
    }

    @Property(tries = 200)
    void maskedFramesReadBack(@ForAll byte[] payload, @ForAll int mask) throws Exception {
        byte[] frame = SocketFrame.masked(SocketFrame.BINARY, payload, 0, payload.length, mask);
        ByteBuffer read = ByteBuffer.wrap(frame);
        assertThat(read.get() & 0xff).isEqualTo(0x82);
        int length = read.get() & 0x7f;
        assertThat(length == 126 ? read.getShort() & 0xffff : length).isEqualTo(payload.length);
        int used = read.getInt();
        byte[] plain = new byte[payload.length];
        read.get(plain);
        for (int i = 0; i < plain.length; i++) {
            plain[i] ^= (byte) (used >>> (24 - 8 * (i % 4)));
        }
        assertThat(plain).isEqualTo(payload);
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
