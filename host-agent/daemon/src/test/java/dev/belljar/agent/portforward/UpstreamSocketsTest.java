package dev.belljar.agent.portforward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.belljar.contract.request.network.ForwardPort;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests the connections of a guest's port after its listener has ended.
@Timeout(60)
class UpstreamSocketsTest {
    @TempDir
    private Path folder;

    private FakeGuests guests;
    private ServerSocket program;
    private Path socket;

    @BeforeEach
    void listen() throws Exception {
        program = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        guests = new FakeGuests(program.getLocalPort());
        guests.listening.put("shop", Set.of(3000));
        socket = folder.resolve("shop-3000");
    }

    @AfterEach
    void end() throws IOException {
        program.close();
    }

    @Test
    void aConnectionOutlivesTheListenerOfItsPort() throws Exception {
        try (UpstreamSockets upstreams = new UpstreamSockets(folder, guests, new ConnectionSlots(), Duration.ZERO);
                SocketChannel near = connect(upstreams);
                Socket far = program.accept()) {
            guests.listening.put("shop", Set.of());
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
    void aNewListenerIsReachedBesideTheOldConnection() throws Exception {
        try (UpstreamSockets upstreams = new UpstreamSockets(folder, guests, new ConnectionSlots(), Duration.ZERO);
                SocketChannel near = connect(upstreams);
                Socket far = program.accept()) {
            guests.listening.put("shop", Set.of());
            upstreams.sweep();
            guests.listening.put("shop", Set.of(3000));
            try (SocketChannel again = connect(upstreams);
                    Socket farAgain = program.accept()) {
                upstreams.sweep();
                talk(again, farAgain);
                talk(near, far);
            }
        }
    }

    @Test
    void aRestartedServerKeepsItsSocket() throws Exception {
        try (UpstreamSockets upstreams =
                new UpstreamSockets(folder, guests, new ConnectionSlots(), Duration.ofHours(1))) {
            upstreams.socket("shop", 3000);
            guests.listening.put("shop", Set.of());
            upstreams.sweep();
            assertThat(socket).exists();
            connect(upstreams).close();
        }
    }

    @Test
    void aStoppedMachineEndsAllItsConnections() throws Exception {
        try (UpstreamSockets upstreams = new UpstreamSockets(folder, guests, new ConnectionSlots(), Duration.ZERO);
                SocketChannel early = connect(upstreams);
                Socket farEarly = program.accept()) {
            talk(early, farEarly);
            guests.listening.put("shop", Set.of());
            upstreams.sweep();
            guests.listening.put("shop", Set.of(3000));
            try (SocketChannel late = connect(upstreams);
                    Socket farLate = program.accept()) {
                talk(late, farLate);
                guests.listening.remove("shop");
                upstreams.sweep();
                assertThat(socket).doesNotExist();
                assertThat(farEarly.getInputStream().read()).isNegative();
                assertThat(farLate.getInputStream().read()).isNegative();
            }
        }
    }

    @Test
    void portsWithoutAListenerFreeTheirPlaces() throws Exception {
        try (UpstreamSockets upstreams =
                new UpstreamSockets(folder, guests, new ConnectionSlots(), Duration.ofHours(1))) {
            for (int port = 1; port <= GuestConnector.MOST_PORTS + 1; port++) {
                upstreams.socket("shop", port);
            }
            assertThatIOException().isThrownBy(() -> upstreams.socket("shop", 3000));
            upstreams.sweep();
            connect(upstreams).close();
        }
    }

    @Test
    void forwardedPortsShareTheConnectionLimit() throws Exception {
        ConnectionSlots places = new ConnectionSlots();
        places.of("shop").acquire(ConnectionSlots.MOST);
        int host = UnaskedPort.free();
        try (UpstreamSockets upstreams = new UpstreamSockets(folder, guests, places, Duration.ofHours(1));
                PortForwards forwards = new PortForwards(guests, places)) {
            forwards.open("shop", new ForwardPort(3000, host, null));
            try (Socket forwarded = new Socket(InetAddress.getLoopbackAddress(), host);
                    SocketChannel _ = connect(upstreams)) {
                assertThatExceptionOfType(SocketTimeoutException.class).isThrownBy(() -> {
                    program.setSoTimeout(300);
                    program.accept();
                });
                program.setSoTimeout(0);
                places.of("shop").release(2);
                program.accept().close();
                program.accept().close();
                assertThat(forwarded.getInputStream().read()).isNegative();
            }
        }
    }

    private static SocketChannel connect(UpstreamSockets upstreams) throws IOException {
        return SocketChannel.open(UnixDomainSocketAddress.of(upstreams.socket("shop", 3000)));
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
