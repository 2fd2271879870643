package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// The destination of a flow, with the address in the form in which the gateway connects to it.
record RequestedDestination(
        String protocol,
        IpAddress address,
        int port,
        @Nullable String name,
        @Nullable SendingProcess sender) {
    /// A destination whose process is not known.
    RequestedDestination(String protocol, IpAddress address, int port, @Nullable String name) {
        this(protocol, address, port, name, null);
    }

    /// The same destination with another name, or with none.
    RequestedDestination named(@Nullable String other) {
        return new RequestedDestination(protocol, address, port, other, sender);
    }

    /// The destination in the form for a policy.
    Destination destination() {
        return new Destination(protocol, address.toString(), port, name, sender);
    }
}
