package dev.belljar.agent.portforward;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The sockets that Caddy connects to: one for each requested port of a guest, in a folder that only its owner
/// can enter, created when first needed and deleted with the machine.
///
/// A port without a listener keeps its socket for a while, because a dev server that restarts is absent for a
/// moment. Then the socket is closed, but its connections stay open: a program that stopped listening may still
/// use them. They end by themselves or with the machine.
public final class UpstreamSockets implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(20);

    private final Path folder;
    private final GuestConnector guests;
    private final ConnectionSlots places;
    private final Duration grace;
    private final Map<Key, PortListener> listeners = new HashMap<>();
    private final Map<Key, Long> missedSince = new HashMap<>();
    private final List<Retired> retired = new ArrayList<>();

    /// Creates sockets in this folder, which has mode 0700.
    public UpstreamSockets(Path folder, GuestConnector guests, ConnectionSlots places) {
        this(folder, guests, places, GRACE);
    }

    /// `grace` is how long a port keeps its socket after nobody listens on it.
    UpstreamSockets(Path folder, GuestConnector guests, ConnectionSlots places, Duration grace) {
        this.folder = folder;
        this.guests = guests;
        this.places = places;
        this.grace = grace;
    }

    private record Key(String id, int port) {
        Path in(Path folder) {
            return folder.resolve(id + "-" + port);
        }
    }

    /// A listener that accepts no more connections but still has open ones.
    private record Retired(String id, PortListener listener) {}

    /// The socket that leads to this port.
    ///
    /// @throws IOException when it cannot be created, or the sandbox has too many
    public synchronized Path socket(String id, int port) throws IOException {
        Key key = new Key(id, port);
        Path path = key.in(folder);
        if (listeners.containsKey(key)) {
            return path;
        }
        makeRoom(id);
        Files.deleteIfExists(path);
        ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            server.bind(UnixDomainSocketAddress.of(path));
        } catch (IOException e) {
            server.close();
            throw e;
        }
        listeners.put(
                key,
                PortListener.start(
                        id + ":" + port, server, () -> guests.connect(id, port), any -> true, places.of(id)));
        return path;
    }

    /// Closes the sockets of machines that no longer run, and retires those of ports without a listener for a
    /// while.
    public synchronized void sweep() throws IOException {
        Map<String, Set<Integer>> listening = guests.listening();
        long now = System.nanoTime();
        for (Key key : Set.copyOf(listeners.keySet())) {
            if (!listening.containsKey(key.id())) {
                remove(key).close();
            } else if (listening.getOrDefault(key.id(), Set.of()).contains(key.port())) {
                missedSince.remove(key);
            } else if (now - missedSince.computeIfAbsent(key, any -> now) >= grace.toNanos()) {
                retire(key);
            }
        }
        forget(listening.keySet());
    }

    @Override
    public synchronized void close() throws IOException {
        for (Key key : Set.copyOf(listeners.keySet())) {
            remove(key).close();
        }
        forget(Set.of());
    }

    /// Closes sockets of unused ports: a machine that opens and closes many ports must not run out of sockets
    /// for its open ones.
    private void makeRoom(String id) throws IOException {
        if (count(id) > GuestConnector.MOST_PORTS) {
            for (Key key : Set.copyOf(missedSince.keySet())) {
                if (key.id().equals(id)) {
                    retire(key);
                }
            }
        }
        if (count(id) > GuestConnector.MOST_PORTS) {
            throw new IOException("more than " + GuestConnector.MOST_PORTS + " ports in this sandbox were requested");
        }
    }

    private long count(String id) {
        return listeners.keySet().stream().filter(each -> each.id().equals(id)).count();
    }

    private void retire(Key key) throws IOException {
        PortListener gone = remove(key);
        gone.retire();
        retired.add(new Retired(key.id(), gone));
    }

    private PortListener remove(Key key) throws IOException {
        Files.deleteIfExists(key.in(folder));
        missedSince.remove(key);
        return Objects.requireNonNull(listeners.remove(key));
    }

    private void forget(Set<String> running) {
        retired.removeIf(each -> {
            if (!running.contains(each.id())) {
                each.listener().close();
            }
            return each.listener().isOver();
        });
    }
}
