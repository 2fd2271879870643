package dev.belljar.agent.portforward;

import dev.belljar.contract.host.UserId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds the user who owns the other end of a loopback connection in `/proc/net/tcp`. Every user of this host
/// can connect to loopback ports; only the user who runs this host agent may use them.
public final class PeerOwner {
    private static final Logger LOG = LoggerFactory.getLogger(PeerOwner.class);
    private static final Path V4 = Path.of("/proc/net/tcp");
    private static final Path V6 = Path.of("/proc/net/tcp6");
    private static final byte[] SERVER = {127, 0, 0, 1};
    private static final byte[] MAPPED = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1};
    private static final int LOCAL = 1;
    private static final int REMOTE = 2;
    private static final int STATE = 3;
    private static final String LISTENS = "0A";
    /// TCP states in which a connection is held: established, or closed in one direction, by the caller, who
    /// still reads, or by the server.
    private static final Set<String> HELD = Set.of("01", "04", "05", "08");

    private static final int OWNER = 7;
    private static final int INODE = 9;
    /// The inode of a connection that no program holds any more; the kernel shows such a connection as root's.
    private static final String NO_SOCKET = "0";
    /// Number of attempts: a table that changes while it is read may miss a line.
    private static final int LOOKS = 2;

    private PeerOwner() {}

    /// True if the client belongs to this process's user: `message` holds the address and port of the client and
    /// the server's port, as in `127.0.0.1 50000 8443`.
    public static boolean own(String message) {
        String[] words = message.split(" ");
        try {
            return words.length == 3
                    && own(
                            new InetSocketAddress(InetAddress.ofLiteral(words[0]), Integer.parseInt(words[1])),
                            Integer.parseInt(words[2]));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /// True if the other end of an accepted loopback connection belongs to this process's user.
    public static boolean own(SocketChannel taken) {
        try {
            return taken.getRemoteAddress() instanceof InetSocketAddress peer
                    && taken.getLocalAddress() instanceof InetSocketAddress here
                    && own(peer, here.getPort());
        } catch (IOException e) {
            return false;
        }
    }

    /// Whether this process's user listens on a port of `127.0.0.1`; empty if no process does or the kernel does
    /// not say.
    public static Optional<Boolean> listener(int port) {
        try {
            String self = Integer.toString(UserId.own());
            for (Path table : new Path[] {V4, V6}) {
                Optional<String> owner = Files.exists(table) ? listener(table, port) : Optional.empty();
                if (owner.isPresent()) {
                    return owner.map(self::equals);
                }
            }
        } catch (IOException e) {
            LOG.warn("the owner of a port cannot be determined: {}", e.getMessage());
        }
        return Optional.empty();
    }

    private static Optional<String> listener(Path table, int port) throws IOException {
        String end = ":%04X".formatted(port);
        String loopback = place(SERVER, port);
        return Files.readString(table, StandardCharsets.US_ASCII)
                .lines()
                .map(line -> line.strip().split("\\s+"))
                .filter(row -> row.length > OWNER && row[STATE].equals(LISTENS))
                .filter(row -> row[LOCAL].equals(loopback)
                        || row[LOCAL].equals(place(mapped(SERVER), port))
                        || row[LOCAL].matches("0+" + end))
                .map(row -> row[OWNER])
                .findFirst();
    }

    /// Also false if the kernel lists no such connection or the caller has closed it.
    private static boolean own(InetSocketAddress peer, int server) {
        try {
            String self = Integer.toString(UserId.own());
            for (int i = 0; i < LOOKS; i++) {
                Optional<String> owner = owner(peer, server);
                if (owner.isPresent()) {
                    return owner.get().equals(self);
                }
            }
        } catch (IOException e) {
            LOG.warn("the owner of a connection cannot be determined: {}", e.getMessage());
        }
        return false;
    }

    private static Optional<String> owner(InetSocketAddress peer, int server) throws IOException {
        byte[] client = peer.getAddress().getAddress();
        Optional<String> owner = owner(V4, place(client, peer.getPort()), place(SERVER, server));
        return owner.isPresent() || !Files.exists(V6)
                ? owner
                : owner(V6, place(mapped(client), peer.getPort()), place(mapped(SERVER), server));
    }

    private static Optional<String> owner(Path table, String local, String remote) throws IOException {
        return owner(Files.readString(table, StandardCharsets.US_ASCII), local, remote);
    }

    /// The user who owns the open socket at the local end, empty if no row shows one: a socket that its caller
    /// has closed has no owner and must not count as root's.
    static Optional<String> owner(String table, String local, String remote) {
        return table.lines()
                .filter(line -> line.contains(local))
                .map(line -> line.strip().split("\\s+"))
                .filter(row -> row.length > INODE && row[LOCAL].equals(local) && row[REMOTE].equals(remote))
                .filter(row -> HELD.contains(row[STATE]) && !row[INODE].equals(NO_SOCKET))
                .map(row -> row[OWNER])
                .findFirst();
    }

    /// The address as the kernel prints it: each four bytes as one number in host byte order.
    private static String place(byte[] address, int port) {
        ByteBuffer bytes = ByteBuffer.wrap(address).order(ByteOrder.nativeOrder());
        StringBuilder text = new StringBuilder();
        while (bytes.hasRemaining()) {
            text.append("%08X".formatted(bytes.getInt()));
        }
        return text.append(":%04X".formatted(port)).toString();
    }

    private static byte[] mapped(byte[] address) {
        return address.length == SERVER.length
                ? ByteBuffer.allocate(MAPPED.length + address.length)
                        .put(MAPPED)
                        .put(address)
                        .array()
                : address;
    }
}
