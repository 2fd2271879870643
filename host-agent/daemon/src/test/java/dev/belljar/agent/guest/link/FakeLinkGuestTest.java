package dev.belljar.agent.guest.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.guest.frame.LinkFrame;
import dev.belljar.agent.guest.frame.TestBytes;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the scripted guest follows the protocol byte by byte.
@Timeout(60)
class FakeLinkGuestTest {
    private static SocketChannel connect(Path socket) throws Exception {
        SocketChannel host = SocketChannel.open(StandardProtocolFamily.UNIX);
        host.connect(UnixDomainSocketAddress.of(socket));
        return host;
    }

    private static byte[] read(SocketChannel host, int count) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocate(count);
        while (buffer.hasRemaining() && host.read(buffer) >= 0) {
            assertThat(buffer.position()).isPositive();
        }
        return buffer.array();
    }

    @Test
    void answersAPreambleAfterGarbageWithTheSameBytesAndHello(@TempDir Path folder) throws Exception {
        byte[] preamble =
                TestBytes.hex("42454c4c4a41522d4c494e4b00000001 000102030405060708090a0b0c0d0e0f".replace(" ", ""));
        try (FakeLinkGuest _ = FakeLinkGuest.at(folder.resolve("s"), (peer, _) -> peer.greet());
                SocketChannel host = connect(folder.resolve("s"))) {
            assertThat(host.write(ByteBuffer.wrap(TestBytes.join(new byte[100], preamble))))
                    .isEqualTo(132);
            assertThat(read(host, 32)).isEqualTo(preamble);
            byte[] header = read(host, 9);
            assertThat(header[8]).isEqualTo((byte) LinkFrame.HELLO);
            assertThat(ByteBuffer.wrap(header).getInt(4)).isZero();
        }
    }

    @Test
    void aFailedScriptIsReportedOnClose(@TempDir Path folder) throws Exception {
        FakeLinkGuest guest = FakeLinkGuest.at(folder.resolve("s"), (_, _) -> {
            throw new AssertionError("not what was expected");
        });
        try (SocketChannel host = connect(folder.resolve("s"))) {
            assertThat(host.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
        assertThatThrownBy(guest::close).isInstanceOf(AssertionError.class).hasMessageContaining("script");
        assertThat(guest.sessions()).isEqualTo(1);
    }
}
