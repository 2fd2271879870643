package dev.belljar.agent.gateway.network;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.GatewayServices;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.sockets.NameServer;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;

/// A forged network card of a machine: serves the socket that QEMU would serve, and sends frames as fast as
/// they are accepted, or uses one connection as an ordinary program would.
public final class ForgedCard implements AutoCloseable {
    private static final String FAR = "198.51.100.7";
    private static final byte[] NOTHING = {};
    private static final byte[] LARGE = new byte[32_000];

    private final ServerSocketChannel server;

    private ForgedCard(Path socket) throws IOException {
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
    }

    /// The external servers: the ports of a server and of a name server, on this host's loopback.
    public record Far(int server, int names) {
        /// Starts servers that run as long as this process.
        public static Far serve() throws IOException {
            TestNameServer names = new TestNameServer(Map.of("known.example", FAR));
            return new Far(new LoopbackServer().port(), names.server().port());
        }

        /// The servers of another process.
        public static Far of(String words) {
            String[] ports = words.split(" ", -1);
            return new Far(Integer.parseInt(ports[0]), Integer.parseInt(ports[1]));
        }

        /// A policy that allows everything.
        public static EgressPolicy open() {
            return new ScriptedPolicy().allow(to -> to.address().startsWith("198.51.100.") || to.name() != null);
        }

        /// A real gateway with this policy, whose external network is these servers.
        public SocketGateway gateway(
                Path socket,
                EgressPolicy policy,
                ProcessFinder finder,
                GatewayServices supplies,
                NetObserver observer) {
            return SocketGateway.open(
                    socket,
                    policy,
                    finder,
                    observer,
                    Frames.GUEST_MAC,
                    supplies,
                    outside ->
                            new MappedOutside(outside, List.of(new NameServer(IpAddress.four(127, 0, 0, 1), names))));
        }
    }

    /// Starts a hostile card.
    public static ForgedCard hostile(Path socket, Far far, int seed) throws IOException {
        ForgedCard card = new ForgedCard(socket);
        Thread.ofVirtual().name("forged-card").start(() -> card.serve(far, new Random(seed)));
        return card;
    }

    /// Starts a card that opens a connection as soon as it has a gateway, sends some bytes, waits for the echo
    /// and reports it.
    public static ForgedCard polite(Path socket, Far far, Runnable echoed) throws IOException {
        ForgedCard card = new ForgedCard(socket);
        Thread.ofVirtual().name("forged-card").start(() -> {
            try {
                card.echo(far);
                echoed.run();
            } catch (IOException e) {
                // The test waits in vain for the echo, and fails.
            }
        });
        return card;
    }

    private void echo(Far far) throws IOException {
        try (SocketChannel gateway = server.accept()) {
            int port = far.server();
            AtomicReference<byte[]> unanswered =
                    new AtomicReference<>(Frames.tcp(40_000, FAR, port, TcpSegment.SYN, 1_000, 0, NOTHING));
            Thread again = Thread.ofVirtual().name("forged-again").start(() -> sendAgain(gateway, unanswered));
            long theirs = 0;
            while (theirs == 0) {
                theirs = afterSyn(receive(gateway));
            }
            byte[] said = "echo\nhello from here\n".getBytes(StandardCharsets.US_ASCII);
            unanswered.set(Frames.tcp(40_000, FAR, port, TcpSegment.ACK | TcpSegment.PSH, 1_001, theirs, said));
            send(gateway, unanswered.get());
            String heard = "";
            while (!heard.contains("hello from here")) {
                heard = new String(receive(gateway), StandardCharsets.ISO_8859_1);
            }
            again.interrupt();
        }
    }

    /// Sends unanswered segments again, as a kernel does: a busy host loses some.
    private static void sendAgain(SocketChannel gateway, AtomicReference<byte[]> unanswered) {
        try {
            while (true) {
                send(gateway, unanswered.get());
                Thread.sleep(1_000);
            }
        } catch (IOException | InterruptedException e) {
            // The segment was answered, or the gateway hung up.
        }
    }

    private void serve(Far far, Random random) {
        while (server.isOpen()) {
            try (SocketChannel gateway = server.accept()) {
                Thread answers = Thread.ofVirtual().name("forged-answers").start(() -> answer(gateway, far));
                flood(gateway, far, random);
                answers.interrupt();
            } catch (IOException e) {
                // The gateway hung up, or the test is over.
            }
        }
    }

    private static void flood(SocketChannel gateway, Far far, Random random) throws IOException {
        byte[] noise = new byte[1_400];
        for (int i = 0; ; i++) {
            int from = 1_024 + random.nextInt(60_000);
            String anywhere = "198.51.100." + random.nextInt(256);
            switch (i % 6) {
                case 0 -> send(gateway, Frames.tcp(from, FAR, far.server(), TcpSegment.SYN, 1_000, 0, NOTHING));
                case 1 ->
                    send(gateway, Frames.tcp(from, anywhere, random.nextInt(65_536), TcpSegment.SYN, 1, 0, NOTHING));
                case 2 -> send(gateway, Frames.udp("10.213.0.2", from, anywhere, 9, LARGE));
                case 3 -> {
                    String name = Long.toHexString(random.nextLong()) + ".example";
                    send(gateway, Frames.udp("10.213.0.2", from, "10.213.0.1", 53, Frames.question(name)));
                }
                case 4 -> send(gateway, Frames.tcp(from, FAR, 1, TcpSegment.ACK, random.nextInt(), 1, LARGE));
                default -> {
                    random.nextBytes(noise);
                    send(gateway, noise);
                }
            }
            if (i % 100_000 == 99_999) {
                gateway.write(ByteBuffer.allocate(4).putInt(-1).flip());
            }
        }
    }

    /// Completes handshakes and fills the connections to a server that reads slowly.
    private static void answer(SocketChannel gateway, Far far) {
        try {
            while (true) {
                byte[] frame = receive(gateway);
                long theirs = afterSyn(frame);
                if (theirs != 0) {
                    int from = ByteBuffer.wrap(frame).getShort(14 + 20 + 2) & 0xffff;
                    byte[] said = ("slow\n" + "x".repeat(30_000)).getBytes(StandardCharsets.US_ASCII);
                    int port = far.server();
                    send(gateway, Frames.tcp(from, FAR, port, TcpSegment.ACK | TcpSegment.PSH, 1_001, theirs, said));
                }
            }
        } catch (IOException e) {
            // The gateway hung up.
        }
    }

    /// The sequence number after that of a SYN-ACK; 0 for every other frame.
    private static long afterSyn(byte[] frame) {
        boolean tcp = frame.length >= 54 && frame[23] == 6;
        return tcp && frame[47] == (TcpSegment.SYN | TcpSegment.ACK)
                ? (ByteBuffer.wrap(frame).getInt(38) & 0xffff_ffffL) + 1
                : 0;
    }

    private static void send(SocketChannel gateway, byte[] frame) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(4 + frame.length)
                .putInt(frame.length)
                .put(frame)
                .flip();
        synchronized (gateway) {
            while (bytes.hasRemaining()) {
                gateway.write(bytes);
            }
        }
    }

    private static byte[] receive(SocketChannel gateway) throws IOException {
        byte[] frame = new byte[read(gateway, 4).getInt()];
        read(gateway, frame.length).get(frame);
        return frame;
    }

    private static ByteBuffer read(SocketChannel gateway, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        while (bytes.hasRemaining()) {
            if (gateway.read(bytes) < 0) {
                throw new IOException("hung up");
            }
        }
        return bytes.flip();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
