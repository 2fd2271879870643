package dev.belljar.agent.inspect;

import dev.belljar.agent.gateway.ConnectionInspector;
import dev.belljar.agent.gateway.FlowGrant;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sockets.DialListener;
import dev.belljar.agent.sockets.HostExternalNetwork;
import dev.belljar.agent.sockets.OutboundConnection;
import dev.belljar.agent.sockets.SelectorLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A port on this host's loopback whose connections are inspected and relayed to a server on loopback: a gateway
/// without packets.
final class Relay implements AutoCloseable {
    private final ServerSocketChannel server;
    private final SelectorLoop loop;
    private final HostExternalNetwork outside;
    private final ConnectionInspector inspector;
    private final String name;
    private final int target;
    private final boolean tls;
    final List<String> refused = new CopyOnWriteArrayList<>();

    Relay(ConnectionInspector inspector, String name, int target, boolean tls) throws IOException {
        this.inspector = inspector;
        this.name = name;
        this.target = target;
        this.tls = tls;
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 500);
        loop = new SelectorLoop("relay", new Quiet(), new Semaphore(1));
        outside = new HostExternalNetwork(loop, List.of(), new HostBudget(512, 128).open());
        loop.start();
        Thread.ofPlatform().daemon().name("relay-accept").start(this::accept);
    }

    int port() {
        return server.socket().getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                SocketChannel channel = server.accept();
                channel.configureBlocking(false);
                loop.execute(() -> outside.dial(IpAddress.four(127, 0, 0, 1), target, new Pair(channel)));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        loop.close();
    }

    private static final class Quiet implements SelectorLoop.Work {
        @Override
        public long turn() {
            return 50;
        }

        @Override
        public void fault(RuntimeException fault) {
            throw fault;
        }

        @Override
        public void end() {}
    }

    /// One connection.
    private final class Pair implements DialListener {
        private final SocketChannel channel;
        private final ByteBuffer in = ByteBuffer.allocate(16 * 1024).limit(0);
        private final ByteBuffer out = ByteBuffer.allocate(16 * 1024).limit(0);
        private @Nullable SelectionKey key;
        private @Nullable OutboundConnection far;
        private boolean readable = true;
        private boolean gives = true;
        private boolean inEnded;
        private boolean outEnded;
        private boolean due;
        private boolean over;

        Pair(SocketChannel channel) {
            this.channel = channel;
        }

        @Override
        public void connected(OutboundConnection stream) {
            try {
                OutboundConnection inspected = inspector.inspect(
                        new ConnectionInspector.Opening(stream, name, port(), tls, 7, FlowGrant.UNLIMITED, loop));
                far = inspected;
                inspected.listen(more -> {
                    gives |= more;
                    later();
                });
                key = loop.watch(channel, 0, this::ready);
                later();
            } catch (IOException e) {
                refused.add(String.valueOf(e.getMessage()));
                stream.abort();
                shut();
            }
        }

        @Override
        public void failed(Failure failure) {
            shut();
        }

        private void ready(SelectionKey ready) {
            readable |= ready.isReadable();
            ready.interestOps(0);
            later();
        }

        private void later() {
            if (!due) {
                due = true;
                loop.execute(this::turn);
            }
        }

        private void turn() {
            due = false;
            OutboundConnection now = far;
            if (over || now == null) {
                return;
            }
            try {
                boolean moved = true;
                while (moved) {
                    boolean up = up(now);
                    moved = down(now) || up;
                }
                if (inEnded && outEnded) {
                    over = true;
                    now.close();
                    shut();
                    return;
                }
                await(now);
            } catch (IOException e) {
                over = true;
                now.abort();
                shut();
            }
        }

        private boolean up(OutboundConnection now) throws IOException {
            if (!in.hasRemaining() && readable && !inEnded) {
                in.clear();
                int got = channel.read(in);
                in.flip();
                readable = got > 0;
                if (got < 0) {
                    inEnded = true;
                    now.finish();
                    return true;
                }
            }
            int before = in.remaining();
            now.take(in);
            return in.remaining() < before;
        }

        private boolean down(OutboundConnection now) throws IOException {
            if (!out.hasRemaining() && gives && !outEnded) {
                out.clear();
                long got = now.give(new ByteBuffer[] {out});
                out.flip();
                gives = got == out.capacity();
                if (got < 0) {
                    outEnded = true;
                    channel.shutdownOutput();
                    return true;
                }
            }
            return out.hasRemaining() && channel.write(out) > 0;
        }

        private void await(OutboundConnection now) {
            if (key != null && key.isValid()) {
                boolean reads = !in.hasRemaining() && !inEnded && !readable;
                key.interestOps((reads ? SelectionKey.OP_READ : 0) | (out.hasRemaining() ? SelectionKey.OP_WRITE : 0));
            }
            now.await(!gives && !outEnded && !out.hasRemaining(), in.hasRemaining());
        }

        private void shut() {
            try {
                channel.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
