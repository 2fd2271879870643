package dev.belljar.agent.portforward;

import dev.belljar.contract.request.network.ForwardPort;
import dev.belljar.contract.view.network.PortForward;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The forwarded ports of this host's `127.0.0.1`, each until it is closed or expires. Connections of other
/// users of this host are closed at once.
public final class PortForwards implements AutoCloseable {
    private static final int MOST = 64;
    private static final int MOST_SECONDS = 86_400;

    private final GuestConnector guests;
    private final ConnectionSlots places;
    private final Map<Integer, Forward> forwards = new HashMap<>();

    /// Creates it without port forwards.
    public PortForwards(GuestConnector guests, ConnectionSlots places) {
        this.guests = guests;
        this.places = places;
    }

    private record Forward(String id, PortForward ports, PortListener listener, long ends) {
        Forward until(long newEnd) {
            return new Forward(id, ports, listener, newEnd);
        }
    }

    /// Opens a port of this host, or extends an open one.
    ///
    /// @throws PortForwardException when the number is not a port, or the port is in use
    public synchronized PortForward open(String id, ForwardPort request) throws PortForwardException {
        int guest = PortForwardException.port("guest", request.guest());
        int host = PortForwardException.port("host", request.host() == null ? guest : request.host());
        long ends = end(request.seconds());
        Forward before = forwards.get(host);
        if (before != null
                && before.id().equals(id)
                && before.ports().guest() == guest
                && before.listener().isOpen()) {
            forwards.put(host, before.until(ends));
            return before.ports();
        }
        if (before == null && forwards.size() >= MOST) {
            throw new PortForwardException(
                    PortForwardException.PORT_TAKEN,
                    "the limit of " + MOST + " forwarded ports has been reached",
                    "Close one first with `belljar port SANDBOX PORT --end`.",
                    null);
        }
        PortForward ports = new PortForward(guest, host);
        PortListener listener = PortListener.start(
                id + ":" + guest, bound(host), () -> guests.connect(id, guest), PeerOwner::own, places.of(id));
        forwards.put(host, new Forward(id, ports, listener, ends));
        return ports;
    }

    /// Closes a port forward.
    ///
    /// @throws PortForwardException when there is none
    public synchronized PortForward close(String id, int host) throws PortForwardException {
        Forward gone = forwards.get(host);
        if (gone == null || !gone.id().equals(id)) {
            throw new PortForwardException(
                    PortForwardException.NO_FORWARD,
                    "127.0.0.1:%d is not forwarded to this sandbox: expected one of its forwarded ports"
                            .formatted(host),
                    null,
                    null);
        }
        forwards.remove(host);
        gone.listener().close();
        return gone.ports();
    }

    /// The port forwards of one machine, ordered by host port.
    public synchronized List<PortForward> of(String id) {
        return forwards.values().stream()
                .filter(each -> each.id().equals(id))
                .map(Forward::ports)
                .sorted(Comparator.comparingInt(PortForward::host))
                .toList();
    }

    /// Closes port forwards that have expired and those of deleted sandboxes.
    public synchronized void sweep() {
        Set<String> ids = guests.ids();
        places.keep(ids);
        forwards.values().removeIf(each -> {
            boolean over = each.ends() - System.nanoTime() < 0 || !ids.contains(each.id());
            if (over) {
                each.listener().close();
            }
            return over;
        });
    }

    @Override
    public synchronized void close() {
        forwards.values().forEach(each -> each.listener().close());
        forwards.clear();
    }

    private static long end(@Nullable Integer seconds) throws PortForwardException {
        if (seconds == null) {
            return System.nanoTime() + Duration.ofDays(3_650).toNanos();
        }
        if (seconds < 1 || seconds > MOST_SECONDS) {
            throw new PortForwardException(
                    PortForwardException.PORT_INVALID,
                    "seconds %d: expected 1 to %d".formatted(seconds, MOST_SECONDS),
                    null,
                    null);
        }
        return System.nanoTime() + Duration.ofSeconds(seconds).toNanos();
    }

    private static ServerSocketChannel bound(int host) throws PortForwardException {
        try {
            ServerSocketChannel server = ServerSocketChannel.open();
            try {
                server.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), host));
                return server;
            } catch (IOException e) {
                server.close();
                throw e;
            }
        } catch (IOException e) {
            throw new PortForwardException(
                    PortForwardException.PORT_TAKEN,
                    "127.0.0.1:%d cannot be opened: %s".formatted(host, e.getMessage()),
                    "Choose another port, as in `belljar port shop 3000:13000`.",
                    e);
        }
    }
}
