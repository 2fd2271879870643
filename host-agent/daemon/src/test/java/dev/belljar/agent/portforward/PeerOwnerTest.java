package dev.belljar.agent.portforward;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that the owner of a connection is known while a program has it open, and unknown afterwards: the
/// kernel shows a connection without a program as root's. Run as root, these tests are the attack.
class PeerOwnerTest {
    private static final String LOCAL = "0100007F:D431";
    private static final String REMOTE = "0100007F:1F90";
    private static final String HEADER =
            "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";

    private ServerSocketChannel server;

    @BeforeEach
    void listen() throws IOException {
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private int port() throws IOException {
        return ((InetSocketAddress) server.getLocalAddress()).getPort();
    }

    private Socket call() throws IOException {
        return new Socket("127.0.0.1", port());
    }

    private boolean owned(int caller) throws IOException {
        return PeerOwner.own("127.0.0.1 " + caller + " " + port());
    }

    @Test
    void ownCallersAreKnownWhileTheirConnectionIsOpen() throws Exception {
        try (Socket caller = call();
                SocketChannel taken = server.accept()) {
            assertThat(PeerOwner.own(taken)).isTrue();
            assertThat(owned(caller.getLocalPort())).isTrue();
            taken.shutdownOutput();
            assertThat(caller.getInputStream().read()).isEqualTo(-1);
            assertThat(owned(caller.getLocalPort()))
                    .as("the server has closed, the caller has not")
                    .isTrue();
        }
    }

    @Test
    void aHalfClosedCallerIsKnown() throws Exception {
        try (Socket caller = call();
                SocketChannel taken = server.accept()) {
            caller.shutdownOutput();
            assertThat(taken.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            assertThat(PeerOwner.own(taken)).isTrue();
        }
    }

    @Test
    void aCallerThatClosedIsUnknown() throws Exception {
        Socket caller = call();
        int from = caller.getLocalPort();
        caller.close();
        try (SocketChannel taken = server.accept()) {
            assertThat(PeerOwner.own(taken)).as("closed").isFalse();
            assertThat(owned(from)).isFalse();
        }
        assertThat(owned(from)).as("lingering").isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "01, 1000, 4711, 1000",
        "08, 1000, 4711, 1000",
        "01, 0, 4711, 0",
        "01, 0, 0, nobody",
        "02, 0, 0, nobody",
        "03, 0, 0, nobody",
        "04, 0, 0, nobody",
        "05, 0, 0, nobody",
        "06, 0, 0, nobody",
        "07, 0, 0, nobody",
        "08, 0, 0, nobody",
        "09, 0, 0, nobody",
        "0B, 0, 0, nobody",
        "06, 0, 4711, nobody",
        "04, 1000, 4711, 1000",
        "05, 1000, 4711, 1000"
    })
    void aRowHasAnOwnerOnlyWhileAProgramHasTheSocket(String state, String user, String inode, String owner) {
        String row =
                "   0: %s %s %s 00000000:00000000 00:00000000 00000000  %5s        0 %s 1 0000000000000000 20 4 0 10 -1\n"
                        .formatted(LOCAL, REMOTE, state, user, inode);
        assertThat(PeerOwner.owner(HEADER + row, LOCAL, REMOTE).orElse("nobody"))
                .isEqualTo(owner);
        assertThat(PeerOwner.owner(HEADER + row, REMOTE, LOCAL))
                .as("the other end")
                .isEmpty();
    }
}
