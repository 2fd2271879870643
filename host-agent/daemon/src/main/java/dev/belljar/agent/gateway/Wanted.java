package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// Where a flow wants to go, with the address as the gateway dials it.
record Wanted(
        String protocol,
        IpAddress address,
        int port,
        @Nullable String name,
        @Nullable Sender sender) {
    /// What nobody knows the process of.
    Wanted(String protocol, IpAddress address, int port, @Nullable String name) {
        this(protocol, address, port, name, null);
    }

    /// The same under another name, or none.
    Wanted named(@Nullable String other) {
        return new Wanted(protocol, address, port, other, sender);
    }

    /// As a policy is asked.
    Destination destination() {
        return new Destination(protocol, address.toString(), port, name, sender);
    }
}
