package dev.belljar.agent.sockets;

import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.host.HostListeners;
import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The external network through the host's own sockets, limited to the machine's share of the host's sockets.
public final class HostExternalNetwork implements ExternalNetwork {
    private final SelectorLoop loop;
    private final List<NameServer> named;
    private final HostBudget.Share sockets;
    private final ResolvConf resolvers = new ResolvConf(Path.of("/etc/resolv.conf"));
    private final HostsFile hosts = new HostsFile(Path.of("/etc/hosts"));
    private final Clock clock = new MonotonicClock();
    private final HostAddresses own = new HostAddresses();
    private final HostListeners listeners = new HostListeners();

    /// Runs on this loop; uses the name servers `named` or, if empty, those of the host; `sockets` limits the
    /// number of sockets.
    public HostExternalNetwork(SelectorLoop loop, List<NameServer> named, HostBudget.Share sockets) {
        this.loop = loop;
        this.named = List.copyOf(named);
        this.sockets = sockets;
    }

    @Override
    public void later(Runnable task) {
        loop.execute(task);
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public boolean own(IpAddress address) {
        return own.contains(address);
    }

    @Override
    public boolean ownPort(int port) {
        return listeners.own(port);
    }

    @Override
    public @Nullable String listener(int port) {
        return listeners.program(port);
    }

    @Override
    public List<NameServer> nameServers() {
        return named.isEmpty() ? resolvers.servers() : named;
    }

    @Override
    public List<IpAddress> hosts(String name) {
        return hosts.addresses(name);
    }

    @Override
    public List<String> searchDomains() {
        return resolvers.domains();
    }

    @Override
    public void close() {
        sockets.close();
    }

    @Override
    public DialAttempt dial(IpAddress to, int port, DialListener dialed) {
        HostDial dial = new HostDial(loop, dialed, sockets);
        dial.begin(new InetSocketAddress(to.inet(), port));
        return dial;
    }

    @Override
    public DatagramSocketLink datagrams(IpAddress to, int port, Consumer<Arrival> received) throws IOException {
        try {
            return HostDatagrams.open(loop, sockets, new InetSocketAddress(to.inet(), port), received);
        } catch (ClosedChannelException e) {
            throw new IOException("the socket to " + to + " was closed while it was being opened", e);
        }
    }
}
