package dev.belljar.agent.listen;

import dev.belljar.agent.portforward.PeerOwner;
import dev.belljar.contract.host.UserId;
import dev.belljar.contract.view.host.DoctorCheck;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.jspecify.annotations.Nullable;

/// The API's two listeners: a Unix socket, which the kernel lets only its owner open, and a port of 127.0.0.1,
/// which every user of this host can reach. If the port is taken there is only the socket.
public final class ApiListeners {
    /// No port at all.
    public static final int OFF = -1;

    /// The kernel's limit for the path of a Unix socket, without the NUL at its end.
    private static final int LONGEST_PATH = 107;

    private static final Set<PosixFilePermission> OWNER = PosixFilePermissions.fromString("rwx------");

    private final Path socket;
    private final ConnectionLimits limits;
    private final RequestGuard guard = new RequestGuard();
    private final @Nullable ServerSocketChannel loopback;
    private final DoctorCheck check;

    private ApiListeners(
            Path socket, ConnectionLimits limits, @Nullable ServerSocketChannel loopback, DoctorCheck check) {
        this.socket = socket;
        this.limits = limits;
        this.loopback = loopback;
        this.check = check;
    }

    /// Removes an old socket, and binds the port if it is free.
    ///
    /// @throws IOException when other users can access the socket's folder, the path is too long, or another
    ///     process listens on the socket
    public static ApiListeners at(Path socket, int port, ConnectionLimits limits) throws IOException {
        makeWay(socket);
        if (port == OFF) {
            return new ApiListeners(socket, limits, null, only(socket, "BELLJAR_PORT is set to off", null));
        }
        ServerSocketChannel loopback = ServerSocketChannel.open();
        try {
            loopback.setOption(StandardSocketOptions.SO_REUSEADDR, true);
            loopback.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
            return new ApiListeners(
                    socket, limits, loopback, both(socket, loopback.socket().getLocalPort()));
        } catch (IOException e) {
            loopback.close();
            return new ApiListeners(socket, limits, null, taken(socket, port, e));
        }
    }

    /// Adds the request guard in front of all other handlers.
    public void guard(Server server) {
        server.insertHandler(guard);
    }

    /// The listener on the Unix socket.
    public Connector local(Server server, HttpConfiguration http) {
        UnixDomainServerConnector connector =
                new UnixDomainServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        connector.setUnixDomainPath(socket);
        connector.setIdleTimeout(limits.stuck().toMillis());
        return guarded(connector, limits);
    }

    /// The listener on the port, which gets half of the limits.
    ///
    /// @throws IllegalStateException when there is no port
    public Connector tcp(Server server, HttpConfiguration http) {
        try {
            LoopbackConnector connector = new LoopbackConnector(
                    server, Objects.requireNonNull(loopback, "there is a port"), new HttpConnectionFactory(http));
            connector.setIdleTimeout(limits.stuck().toMillis());
            return guarded(connector, limits.half());
        } catch (IOException e) {
            throw new IllegalStateException("cannot listen on a bound socket", e);
        }
    }

    /// The port that was bound; empty while TCP is off.
    public OptionalInt port() {
        return loopback == null
                ? OptionalInt.empty()
                : OptionalInt.of(loopback.socket().getLocalPort());
    }

    /// The doctor's check of both listeners.
    public DoctorCheck check() {
        return check;
    }

    /// Allows only the owner to open the socket. Until now its folder kept other users out.
    public void restrict() throws IOException {
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
    }

    /// Releases the port if the server was not started.
    public void close() throws IOException {
        if (loopback != null) {
            loopback.close();
        }
    }

    private Connector guarded(AbstractConnector connector, ConnectionLimits mine) {
        ConnectionGuard connections = new ConnectionGuard(connector, mine);
        connector.addEventListener(connections);
        guard.guard(connector, connections);
        return connector;
    }

    /// Deletes the socket of a host agent that was killed, on which nothing listens any more.
    private static void makeWay(Path socket) throws IOException {
        if (socket.toString().getBytes(StandardCharsets.UTF_8).length > LONGEST_PATH) {
            throw new IOException(
                    "%s: the path is too long: expected at most %d bytes; set XDG_RUNTIME_DIR to a shorter path"
                            .formatted(socket, LONGEST_PATH));
        }
        Path folder =
                Objects.requireNonNull(socket.toAbsolutePath().getParent(), "the socket's path has no parent folder");
        if (!OWNER.equals(Files.getPosixFilePermissions(folder)) || UserId.of(folder) != UserId.own()) {
            throw new IOException(folder + ": expected a folder that you own and nobody else can open (mode 0700)");
        }
        if (listenedOn(socket)) {
            throw new IOException(socket + ": another host agent is already running");
        }
        Files.deleteIfExists(socket);
    }

    private static boolean listenedOn(Path socket) {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            return channel.connect(UnixDomainSocketAddress.of(socket));
        } catch (IOException e) {
            return false; // there is no socket, or nothing listens on it
        }
    }

    private static DoctorCheck both(Path socket, int port) {
        return new DoctorCheck(
                "API",
                "ok",
                "listening on %s (this user only) and on 127.0.0.1:%d (token required)".formatted(socket, port),
                null);
    }

    private static DoctorCheck taken(Path socket, int port, IOException cause) {
        String holder = PeerOwner.listener(port)
                .map(own -> own ? "another of your programs" : "another user's program")
                .map(who -> "port %d on 127.0.0.1 is used by %s".formatted(port, who))
                .orElse("port %d on 127.0.0.1 cannot be opened: %s".formatted(port, cause.getMessage()));
        return only(
                socket,
                holder,
                ("Find that program with: sudo ss -ltnp 'sport = :%d'. Stop it, or set BELLJAR_PORT to a free "
                                + "port, then restart the host agent")
                        .formatted(port));
    }

    private static DoctorCheck only(Path socket, String why, @Nullable String fix) {
        String said = "listening on %s (this user only); TCP is off: %s".formatted(socket, why);
        return new DoctorCheck("API", fix == null ? "ok" : "warn", said, fix);
    }
}
