package dev.belljar.agent.gateway.flow;

import dev.belljar.agent.gateway.Destination;
import dev.belljar.agent.gateway.SendingProcess;
import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// Identifies a flow: the protocol and the addresses and ports of both ends.
public record FlowKey(String protocol, IpAddress source, int sourcePort, IpAddress target, int targetPort) {
    public static FlowKey between(String protocol, IpAddress source, IpAddress target) {
        return new FlowKey(protocol, source, 0, target, 0);
    }

    /// The flow's destination, for a policy.
    Destination destination(@Nullable String name, @Nullable SendingProcess sender) {
        return new Destination(protocol, target.toString(), targetPort, name, sender);
    }

    /// The protocol's name in policies; a flood of flows is summed up under it too.
    String family() {
        return switch (protocol) {
            case "tcp", "udp", "icmp", "dns" -> protocol;
            default -> "other";
        };
    }
}
