package dev.belljar.agent.gateway.egress;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// The destination of a flow, with the address in the form in which the gateway connects to it.
public record RequestedDestination(
        String protocol,
        IpAddress address,
        int port,
        @Nullable String name,
        @Nullable SendingProcess sender) {
    /// A destination whose process is not known.
    public RequestedDestination(String protocol, IpAddress address, int port, @Nullable String name) {
        this(protocol, address, port, name, null);
    }

    /// The same destination with another name, or with none.
    public RequestedDestination named(@Nullable String other) {
        return new RequestedDestination(protocol, address, port, other, sender);
    }

    /// Whether the address stands for the services of the host.
    public boolean ofService() {
        return address.equals(Subnet.HOST) && !protocol.equals("dns");
    }

    /// The destination in the form for a policy.
    public Destination destination() {
        return new Destination(protocol, address.toString(), port, name, sender);
    }
}
