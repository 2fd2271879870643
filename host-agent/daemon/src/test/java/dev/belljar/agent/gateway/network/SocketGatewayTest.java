package dev.belljar.agent.gateway.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.contract.event.NetOp;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Tests the gateway with a socket that behaves, or misbehaves, like a machine's.
@Timeout(120)
class SocketGatewayTest {
    private final Path socket;
    private final Seen seen = new Seen();
    private final SocketGateway gateway;

    SocketGatewayTest(@TempDir Path folder) {
        socket = folder.resolve("net.sock");
        gateway = SocketGateway.open(
                socket, EgressPolicy.closed(), ProcessFinder.NONE, seen, Frames.GUEST_MAC, TestSupplies.of(List.of()));
    }

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    void theGatewayConnectsToALateMachineAndAgainAfterABreak() throws IOException {
        try (ServerSocketChannel server = serve()) {
            for (int i = 0; i < 3; i++) {
                try (SocketChannel machine = server.accept()) {
                    send(machine, Frames.REAL_ECHO);
                    assertThat(receive(machine)).hasSize(Frames.REAL_ECHO.length);
                }
            }
        }
        assertThat(gateway.totals().framesDown()).isEqualTo(3);
        assertThat(gateway.totals().bytesUp()).isEqualTo(3L * Frames.REAL_ECHO.length);
        assertThat(seen.of(NetOp.OPEN)).hasSize(1);
    }

    @Test
    void framesInAnyPiecesArriveWhole() throws IOException {
        try (ServerSocketChannel server = serve();
                SocketChannel machine = server.accept()) {
            ByteBuffer bytes = framed(Frames.REAL_ECHO);
            while (bytes.hasRemaining()) {
                machine.write(bytes.slice(bytes.position(), 1));
                bytes.position(bytes.position() + 1);
            }
            assertThat(receive(machine)).hasSize(Frames.REAL_ECHO.length);
            byte[] largest = Frames.icmp("10.213.0.1", 8, 0, new byte[65_520 - 28]);
            send(machine, largest);
            assertThat(receive(machine)).hasSize(largest.length);
        }
    }

    @Test
    void aFrameThatIsTooLongEndsTheConnectionButNotTheNetwork() throws IOException {
        try (ServerSocketChannel server = serve()) {
            for (int length : new int[] {65_601, Integer.MAX_VALUE, -1}) {
                try (SocketChannel machine = server.accept()) {
                    machine.write(ByteBuffer.allocate(4).putInt(length).flip());
                    assertThat(machine.read(ByteBuffer.allocate(1))).isEqualTo(-1);
                }
            }
            try (SocketChannel machine = server.accept()) {
                send(machine, Frames.REAL_ECHO);
                assertThat(receive(machine)).isNotEmpty();
            }
        }
    }

    @Test
    void emptyAndShortFramesAreCountedAsMalformed() throws IOException {
        try (ServerSocketChannel server = serve();
                SocketChannel machine = server.accept()) {
            send(machine, new byte[0]);
            send(machine, new byte[13]);
            send(machine, Frames.REAL_ECHO);
            receive(machine);
            assertThat(gateway.totals().malformed()).isEqualTo(2);
        }
    }

    @Test
    void aMachineThatDoesNotReadUsesBoundedMemoryAndIsRecorded() throws IOException {
        byte[] large = Frames.icmp("10.213.0.1", 8, 0, new byte[60_000]);
        try (ServerSocketChannel server = serve();
                SocketChannel machine = server.accept()) {
            for (int i = 0; i < 300; i++) {
                send(machine, large);
            }
            await(() -> gateway.totals().framesUp() == 300);
            assertThat(gateway.totals().dropped()).isGreaterThan(200);
        }
    }

    @Test
    void closingEndsTheConnectionAndEveryFlowAndMayBeRepeated() throws IOException {
        try (ServerSocketChannel server = serve();
                SocketChannel machine = server.accept()) {
            send(machine, Frames.REAL_SYN);
            receive(machine);
            gateway.close();
            gateway.close();
            assertThat(machine.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        }
        assertThat(seen.last().op()).isEqualTo(NetOp.CLOSE);
        assertThat(seen.of(NetOp.CLOSE)).hasSize(1);
    }

    @Test
    void aFailingObserverEndsTheConnectionButNotTheNetwork() throws IOException {
        gateway.close();
        Files.deleteIfExists(socket);
        NetObserver failing = event -> {
            if (event.op() == NetOp.OPEN && event.proto().equals("tcp")) {
                throw new IllegalStateException("planted");
            }
        };
        try (SocketGateway second = SocketGateway.open(
                        socket,
                        EgressPolicy.closed(),
                        ProcessFinder.NONE,
                        failing,
                        Frames.GUEST_MAC,
                        TestSupplies.of(List.of()));
                ServerSocketChannel server = serve()) {
            try (SocketChannel machine = server.accept()) {
                send(machine, Frames.REAL_SYN);
                assertThat(machine.read(ByteBuffer.allocate(1))).isEqualTo(-1);
            }
            try (SocketChannel machine = server.accept()) {
                send(machine, Frames.REAL_ECHO);
                assertThat(receive(machine)).isNotEmpty();
            }
            assertThat(second.totals().framesUp()).isEqualTo(2);
        }
    }

    @Test
    void anInvalidCardAddressIsRefused() {
        assertThatThrownBy(() -> SocketGateway.open(
                        socket, EgressPolicy.closed(), ProcessFinder.NONE, seen, "52:54", TestSupplies.of(List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("52:54");
    }

    private ServerSocketChannel serve() throws IOException {
        return ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    private static ByteBuffer framed(byte[] frame) {
        return ByteBuffer.allocate(4 + frame.length)
                .putInt(frame.length)
                .put(frame)
                .flip();
    }

    private static void send(SocketChannel machine, byte[] frame) throws IOException {
        ByteBuffer bytes = framed(frame);
        while (bytes.hasRemaining()) {
            machine.write(bytes);
        }
    }

    private static byte[] receive(SocketChannel machine) throws IOException {
        byte[] frame = new byte[read(machine, 4).getInt()];
        read(machine, frame.length).get(frame);
        return frame;
    }

    private static ByteBuffer read(SocketChannel machine, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            assertThat(machine.read(bytes)).isNotEqualTo(-1);
        }
        return bytes.flip();
    }

    private static void await(BooleanSupplier condition) {
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(condition::getAsBoolean);
    }
}
