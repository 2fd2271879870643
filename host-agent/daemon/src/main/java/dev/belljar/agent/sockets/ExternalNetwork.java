package dev.belljar.agent.sockets;

import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/// What lies outside a machine, as its gateway reaches it: connections and datagrams to exactly the address
/// given.
///
/// Everything is called by, and calls back on, one thread; `later` may be called by any.
public interface ExternalNetwork extends AutoCloseable {
    /// Runs a task soon on the thread that everything else here runs on.
    void later(Runnable task);

    /// The clock that waiting is measured by: one that nobody sets.
    Clock clock();

    /// Whether an address is one of the host's own.
    boolean own(IpAddress address);

    /// The name servers this host asks, in its order; empty when it has none.
    List<NameServer> nameServers();

    /// Begins to connect to a TCP port; `dialed` is told the outcome, later, unless the dial is closed before.
    DialAttempt dial(IpAddress to, int port, DialListener dialed);

    /// A socket that exchanges datagrams with this address and port and no other; `received` is given each
    /// datagram, and null when the other side says that nobody listens there.
    ///
    /// @throws IOException when the host has no route or no room
    DatagramSocketLink datagrams(IpAddress to, int port, Consumer<Arrival> received) throws IOException;

    /// Gives back what it has of the host; nothing is dialed or sent any more.
    @Override
    default void close() {}

    /// A datagram that came, good until the call returns, or the news that the port is closed.
    sealed interface Arrival {
        /// A datagram.
        record Datagram(ByteBuffer bytes) implements Arrival {}

        /// Nobody listens at the port.
        record Closed() implements Arrival {}
    }
}
