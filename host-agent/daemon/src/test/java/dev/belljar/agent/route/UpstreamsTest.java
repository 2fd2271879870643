package dev.belljar.agent.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What becomes of connections when a guest's port is not listened on any more.
@Timeout(60)
class UpstreamsTest {
    @TempDir
    private Path folder;

    private final FakeSites sites = new FakeSites();
    private ServerSocket program;
    private Path socket;

    @BeforeEach
    void listen() throws Exception {
        program = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        sites.inside.put(3000, program.getLocalPort());
        sites.add("shop", Site.State.RUNNING, 3000);
        socket = folder.resolve("id-shop-3000");
    }

    @AfterEach
    void end() throws IOException {
        program.close();
    }

    @Test
    void aConnectionLivesOnWhenItsPortIsNotListenedOnAnyMore() throws Exception {
        try (Upstreams upstreams = new Upstreams(folder, sites, Duration.ZERO);
                SocketChannel near = connect(upstreams);
                Socket far = program.accept()) {
            sites.add("shop", Site.State.RUNNING);
            upstreams.sweep();
            assertThat(socket).doesNotExist();
            talk(near, far);
            upstreams.sweep();
            talk(near, far);
            far.shutdownOutput();
            assertThat(near.read(ByteBuffer.allocate(1))).isNegative();
        }
    }

    @Test
    void aPortThatIsListenedOnAgainHasASocketBesideTheOldConnection() throws Exception {
        try (Upstreams upstreams = new Upstreams(folder, sites, Duration.ZERO);
                SocketChannel near = connect(upstreams);
                Socket far = program.accept()) {
            sites.add("shop", Site.State.RUNNING);
            upstreams.sweep();
            sites.add("shop", Site.State.RUNNING, 3000);
            try (SocketChannel again = connect(upstreams);
                    Socket farAgain = program.accept()) {
                upstreams.sweep();
                talk(again, farAgain);
                talk(near, far);
            }
        }
    }

    @Test
    void aServerThatStartsAgainFindsItsSocketStillThere() throws Exception {
        try (Upstreams upstreams = new Upstreams(folder, sites, Duration.ofHours(1))) {
            upstreams.socket("id-shop", 3000);
            sites.add("shop", Site.State.RUNNING);
            upstreams.sweep();
            assertThat(socket).exists();
            connect(upstreams).close();
        }
    }

    @Test
    void aMachineThatDoesNotRunTakesAllOfItsConnectionsAlong() throws Exception {
        try (Upstreams upstreams = new Upstreams(folder, sites, Duration.ZERO);
                SocketChannel early = connect(upstreams);
                Socket farEarly = program.accept()) {
            talk(early, farEarly);
            sites.add("shop", Site.State.RUNNING);
            upstreams.sweep();
            sites.add("shop", Site.State.RUNNING, 3000);
            try (SocketChannel late = connect(upstreams);
                    Socket farLate = program.accept()) {
                talk(late, farLate);
                sites.add("shop", Site.State.ASLEEP);
                upstreams.sweep();
                assertThat(socket).doesNotExist();
                assertThat(farEarly.getInputStream().read()).isNegative();
                assertThat(farLate.getInputStream().read()).isNegative();
            }
        }
    }

    @Test
    void portsThatComeAndGoTakeNoRoomFromThoseThatAreThere() throws Exception {
        try (Upstreams upstreams = new Upstreams(folder, sites, Duration.ofHours(1))) {
            for (int port = 1; port <= Site.MOST + 1; port++) {
                upstreams.socket("id-shop", port);
            }
            assertThatIOException().isThrownBy(() -> upstreams.socket("id-shop", 3000));
            upstreams.sweep();
            connect(upstreams).close();
        }
    }

    private static SocketChannel connect(Upstreams upstreams) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(upstreams.socket("id-shop", 3000)));
    }

    private static void talk(SocketChannel near, Socket far) throws IOException {
        near.write(ByteBuffer.wrap(new byte[] {'?'}));
        assertThat(far.getInputStream().read()).isEqualTo('?');
        far.getOutputStream().write('!');
        ByteBuffer heard = ByteBuffer.allocate(1);
        near.read(heard);
        assertThat(heard.get(0)).isEqualTo((byte) '!');
    }
}
