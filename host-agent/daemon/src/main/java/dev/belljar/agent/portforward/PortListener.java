package dev.belljar.agent.portforward;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A listening socket of this host that leads to one port of a guest. Connections beyond the free slots wait to
/// be accepted.
final class PortListener implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PortListener.class);

    private final ServerSocketChannel server;
    private final Inside inside;
    private final Predicate<SocketChannel> welcome;
    private final Semaphore places;
    private final ForwardedConnections open = new ForwardedConnections();
    private final String name;

    private PortListener(
            String name,
            ServerSocketChannel server,
            Inside inside,
            Predicate<SocketChannel> welcome,
            Semaphore places) {
        this.name = name;
        this.server = server;
        this.inside = inside;
        this.welcome = welcome;
        this.places = places;
    }

    /// Opens connections to a guest.
    interface Inside {
        GuestStream connect() throws BelljarException, InterruptedException;
    }

    /// Accepts connections of this bound socket and finally closes it; each admitted connection uses one of
    /// `places`.
    static PortListener start(
            String name,
            ServerSocketChannel server,
            Inside inside,
            Predicate<SocketChannel> welcome,
            Semaphore places) {
        PortListener listener = new PortListener(name, server, inside, welcome, places);
        Thread.ofVirtual().name("listen " + name).start(() -> AcceptLoop.all(name, server::accept, listener::take));
        return listener;
    }

    /// True while it accepts connections.
    boolean isOpen() {
        return server.isOpen();
    }

    /// True if it accepts no more connections and the last one has ended.
    boolean isOver() {
        return !server.isOpen() && open.isEmpty();
    }

    /// Accepts no more connections; open ones continue until they end.
    void retire() {
        try {
            server.close();
        } catch (IOException e) {
            LOG.debug("{}: closing: {}", name, e.getMessage());
        }
    }

    /// Closes the socket and all connections.
    @Override
    public void close() {
        retire();
        open.close();
    }

    private void take(SocketChannel near) throws InterruptedException {
        if (!open.add(near)) {
            return;
        }
        if (!welcome.test(near)) {
            open.end(near);
            return;
        }
        places.acquire();
        Thread.ofVirtual().name("relay " + name).start(() -> carry(near));
    }

    private void carry(SocketChannel near) {
        try {
            new StreamRelay(near, inside.connect()).run();
        } catch (BelljarException e) {
            LOG.debug("{}: {}", name, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.end(near);
            places.release();
        }
    }
}
