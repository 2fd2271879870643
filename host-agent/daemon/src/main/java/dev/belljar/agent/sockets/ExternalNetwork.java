package dev.belljar.agent.sockets;

import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The network outside a machine, as its gateway reaches it: connections and datagrams to exactly the given
/// address.
///
/// All methods are called, and call back, on one thread; only `later` may be called by any thread.
public interface ExternalNetwork extends AutoCloseable {
    /// Runs a task soon on that thread.
    void later(Runnable task);

    /// The monotonic clock for timeouts.
    Clock clock();

    /// Whether an address belongs to the host.
    boolean own(IpAddress address);

    /// Whether Belljar itself listens on this TCP port of the host, or whether that is not known.
    boolean ownPort(int port);

    /// The program that listens on this TCP port of the host's loopback interface, such as "postgres (pid 812)";
    /// null if it is not known.
    @Nullable
    String listener(int port);

    /// The name servers that this host uses, in its order; empty if it has none.
    List<NameServer> nameServers();

    /// The IPv4 addresses that the host's own file of names (`/etc/hosts`) has for a name in lower case; empty
    /// if it does not have it.
    default List<IpAddress> hosts(String name) {
        return List.of();
    }

    /// The domains in which this host looks for names of one label, in its order.
    default List<String> searchDomains() {
        return List.of();
    }

    /// Begins to connect to a TCP port; `dialed` receives the result later, unless the attempt is closed
    /// before.
    DialAttempt dial(IpAddress to, int port, DialListener dialed);

    /// Opens a socket that exchanges datagrams with only this address and port; `received` gets each datagram,
    /// and `Closed` if the other side reports that the port is closed.
    ///
    /// @throws IOException when the host has no route or no free socket
    DatagramSocketLink datagrams(IpAddress to, int port, Consumer<Arrival> received) throws IOException;

    /// Releases the host's resources; no connection is opened and nothing sent any more.
    @Override
    default void close() {}

    /// A received datagram, valid until the call returns, or the report that the port is closed.
    sealed interface Arrival {
        /// A datagram.
        record Datagram(ByteBuffer bytes) implements Arrival {}

        /// The port is closed.
        record Closed() implements Arrival {}
    }
}
