package dev.belljar.agent.route;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The sockets that Caddy dials: one for each port of a guest that was asked for, in a folder only its owner can
/// enter, made when first needed and gone with the machine.
final class Upstreams implements AutoCloseable {
    /// Of the 256 streams a guest link has, so that commands and terminals always have theirs.
    static final int MOST_CONNECTIONS = 128;

    private final Path folder;
    private final Sites sites;
    private final Map<Key, Listener> listeners = new HashMap<>();
    private final Map<String, Semaphore> places = new HashMap<>();

    Upstreams(Path folder, Sites sites) {
        this.folder = folder;
        this.sites = sites;
    }

    private record Key(String id, int port) {
        Path in(Path folder) {
            return folder.resolve(id + "-" + port);
        }
    }

    /// The socket that leads to this port.
    ///
    /// @throws IOException when it cannot be made, or the sandbox has too many
    synchronized Path socket(String id, int port) throws IOException {
        Key key = new Key(id, port);
        Path path = key.in(folder);
        if (listeners.containsKey(key)) {
            return path;
        }
        long count =
                listeners.keySet().stream().filter(each -> each.id().equals(id)).count();
        if (count > Site.MOST) {
            throw new IOException("more than " + Site.MOST + " of its ports were asked for");
        }
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
                Listener.start(
                        id + ":" + port,
                        server,
                        () -> sites.connect(id, port),
                        any -> true,
                        places.computeIfAbsent(id, any -> new Semaphore(MOST_CONNECTIONS))));
        return path;
    }

    /// Closes those of machines that do not run any more, and of ports nobody listens on.
    synchronized void sweep() throws IOException {
        Set<Key> alive = sites.all().stream()
                .filter(site -> site.state() == Site.State.RUNNING)
                .flatMap(site -> Stream.concat(site.ports().stream().map(GuestPort::port), site.main().stream())
                        .map(port -> new Key(site.id(), port)))
                .collect(Collectors.toSet());
        for (Key key : Set.copyOf(listeners.keySet())) {
            if (!alive.contains(key)) {
                shut(key);
            }
        }
        places.keySet()
                .removeIf(id ->
                        listeners.keySet().stream().noneMatch(key -> key.id().equals(id)));
    }

    @Override
    public synchronized void close() throws IOException {
        for (Key key : Set.copyOf(listeners.keySet())) {
            shut(key);
        }
    }

    private void shut(Key key) throws IOException {
        Listener gone = listeners.remove(key);
        if (gone != null) {
            gone.close();
        }
        Files.deleteIfExists(key.in(folder));
    }
}
