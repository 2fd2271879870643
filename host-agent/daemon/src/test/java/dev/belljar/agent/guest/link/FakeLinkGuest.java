package dev.belljar.agent.guest.link;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// A guest that plays a script on a Unix socket as QEMU would serve it: one host at a time, each a new session.
final class FakeLinkGuest implements AutoCloseable {
    private final ServerSocketChannel server;
    private final Script script;
    private final AtomicInteger sessions = new AtomicInteger();
    private final Queue<Throwable> failures = new ConcurrentLinkedQueue<>();

    /// The behaviour of the guest in a session; sessions are numbered from 1.
    interface Script {
        void play(Peer peer, int session) throws Exception;
    }

    private FakeLinkGuest(Path socket, Script script) throws IOException {
        this.server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        this.script = script;
        server.bind(UnixDomainSocketAddress.of(socket));
        Thread.ofVirtual().name("fake-guest").start(this::serve);
    }

    static FakeLinkGuest at(Path socket, Script script) throws IOException {
        return new FakeLinkGuest(socket, script);
    }

    /// The number of hosts that have connected so far.
    int sessions() {
        return sessions.get();
    }

    private void serve() {
        while (server.isOpen()) {
            try (Peer peer = new Peer(server.accept())) {
                play(peer);
            } catch (IOException e) {
                // The host closed the connection, or the guest was closed.
            }
        }
    }

    // A failure is noted before the connection is closed because of it.
    private void play(Peer peer) throws IOException {
        try {
            script.play(peer, sessions.incrementAndGet());
        } catch (IOException e) {
            throw e;
        } catch (Exception | AssertionError e) {
            failures.add(e);
        }
    }

    /// Stops listening.
    ///
    /// @throws AssertionError when a script failed otherwise than because the connection was closed
    @Override
    public void close() throws IOException {
        server.close();
        Throwable first = failures.peek();
        if (first != null) {
            throw new AssertionError("the guest's script failed", first);
        }
    }
}
