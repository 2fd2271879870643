package dev.belljar.agent.gateway;

import dev.belljar.agent.carry.Datagrams;
import dev.belljar.agent.carry.Dial;
import dev.belljar.agent.carry.Dialed;
import dev.belljar.agent.carry.NameServer;
import dev.belljar.agent.carry.Outside;
import dev.belljar.agent.packet.IpAddress;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.function.Consumer;

/// This host's outside, with every address of 198.51.100.0/24, and one private one, standing for its loopback.
record MappedOutside(Outside real, List<NameServer> nameServers) implements Outside {
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
    public Dial dial(IpAddress to, int port, Dialed dialed) {
        return real.dial(mapped(to), port, dialed);
    }

    @Override
    public Datagrams datagrams(IpAddress to, int port, Consumer<Arrival> received) throws IOException {
        return real.datagrams(mapped(to), port, received);
    }

    @Override
    public void close() {
        real.close();
    }
}
