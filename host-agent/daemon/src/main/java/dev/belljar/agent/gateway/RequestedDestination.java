package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// Where a flow wants to go, with the address as the gateway dials it.
record RequestedDestination(
        String protocol,
        IpAddress address,
        int port,
        @Nullable String name,
        @Nullable SendingProcess sender) {
    /// What nobody knows the process of.
    RequestedDestination(String protocol, IpAddress address, int port, @Nullable String name) {
        this(protocol, address, port, name, null);
    }

    /// The same under another name, or none.
    RequestedDestination named(@Nullable String other) {
        return new RequestedDestination(protocol, address, port, other, sender);
    }

    /// As a policy is asked.
    Destination destination() {
        return new Destination(protocol, address.toString(), port, name, sender);
    }
}
