package dev.belljar.agent.gateway.network;

import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.sockets.DatagramSocketLink;
import dev.belljar.agent.sockets.DialAttempt;
import dev.belljar.agent.sockets.DialListener;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.sockets.NameServer;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// An external network in memory: connection attempts and datagrams wait for the test's answer, and tasks run
/// when the test triggers them.
public final class FakeOutside implements ExternalNetwork {
    public record Call(IpAddress to, int port, DialListener dialed) {}

    public record Sent(IpAddress to, int port, ByteBuffer bytes, Consumer<Arrival> received) {}

    public final List<Call> calls = new ArrayList<>();
    public final List<Sent> sent = new ArrayList<>();
    final List<NameServer> servers = new ArrayList<>();
    public final List<IpAddress> own = new ArrayList<>();
    public final Map<String, List<IpAddress>> hosts = new HashMap<>();
    public final List<String> domains = new ArrayList<>();
    public final Set<Integer> ownPorts = new HashSet<>();
    public final Map<Integer, String> listeners = new HashMap<>();
    public int sockets;
    private final Clock clock;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();

    FakeOutside(Clock clock) {
        this.clock = clock;
    }

    void run() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public void later(Runnable task) {
        tasks.add(task);
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
    public List<IpAddress> hosts(String name) {
        return hosts.getOrDefault(name, List.of());
    }

    @Override
    public List<String> searchDomains() {
        return domains;
    }

    @Override
    public boolean ownPort(int port) {
        return ownPorts.contains(port);
    }

    @Override
    public @Nullable String listener(int port) {
        return listeners.get(port);
    }

    @Override
    public List<NameServer> nameServers() {
        return servers;
    }

    @Override
    public DialAttempt dial(IpAddress to, int port, DialListener dialed) {
        Call call = new Call(to, port, dialed);
        calls.add(call);
        return () -> calls.remove(call);
    }

    @Override
    public DatagramSocketLink datagrams(IpAddress to, int port, Consumer<Arrival> received) {
        sockets++;
        return new DatagramSocketLink() {
            @Override
            public void send(ByteBuffer datagram) {
                ByteBuffer copy = ByteBuffer.allocate(datagram.remaining());
                sent.add(new Sent(to, port, copy.put(datagram).flip(), received));
            }

            @Override
            public void close() {
                sockets--;
            }
        };
    }
}
