package dev.belljar.agent.gateway;

import dev.belljar.agent.carry.Datagrams;
import dev.belljar.agent.carry.Dial;
import dev.belljar.agent.carry.Dialed;
import dev.belljar.agent.carry.NameServer;
import dev.belljar.agent.carry.Outside;
import dev.belljar.agent.packet.IpAddress;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// An outside in memory: dials and datagrams wait to be answered by the test, tasks run when asked to.
final class FakeOutside implements Outside {
    record Call(IpAddress to, int port, Dialed dialed) {}

    record Sent(IpAddress to, int port, ByteBuffer bytes, Consumer<Arrival> received) {}

    final List<Call> calls = new ArrayList<>();
    final List<Sent> sent = new ArrayList<>();
    final List<NameServer> servers = new ArrayList<>();
    final List<IpAddress> own = new ArrayList<>();
    int sockets;
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
    public List<NameServer> nameServers() {
        return servers;
    }

    @Override
    public Dial dial(IpAddress to, int port, Dialed dialed) {
        Call call = new Call(to, port, dialed);
        calls.add(call);
        return () -> calls.remove(call);
    }

    @Override
    public Datagrams datagrams(IpAddress to, int port, Consumer<Arrival> received) {
        sockets++;
        return new Datagrams() {
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
