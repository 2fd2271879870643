package dev.belljar.agent.gateway.network;

import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sockets.DatagramSocketLink;
import dev.belljar.agent.sockets.DialAttempt;
import dev.belljar.agent.sockets.DialListener;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.sockets.NameServer;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The external network of this host, in which every address of 198.51.100.0/24, and one private address, stands
/// for its loopback.
record MappedOutside(ExternalNetwork real, List<NameServer> nameServers) implements ExternalNetwork {
    private static final IpAddress LOOPBACK = IpAddress.four(127, 0, 0, 1);

    private static IpAddress mapped(IpAddress address) {
        return address.toString().startsWith("198.51.100.")
                        || address.toString().startsWith("93.184.216.")
                        || address.toString().equals("10.0.0.7")
                ? LOOPBACK
                : address;
    }

    @Override
    public void later(Runnable task) {
        real.later(task);
    }

    @Override
    public Clock clock() {
        return real.clock();
    }

    @Override
    public boolean own(IpAddress address) {
        return real.own(address);
    }

    @Override
    public boolean ownPort(int port) {
        return real.ownPort(port);
    }

    @Override
    public @Nullable String listener(int port) {
        return real.listener(port);
    }

    @Override
    public DialAttempt dial(IpAddress to, int port, DialListener dialed) {
        return real.dial(mapped(to), port, dialed);
    }

    @Override
    public DatagramSocketLink datagrams(IpAddress to, int port, Consumer<Arrival> received) throws IOException {
        return real.datagrams(mapped(to), port, received);
    }

    @Override
    public void close() {
        real.close();
    }
}
