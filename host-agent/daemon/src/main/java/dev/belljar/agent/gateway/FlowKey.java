package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import org.jspecify.annotations.Nullable;

/// What makes two packets the same flow: protocol and both ends.
record FlowKey(String protocol, IpAddress source, int sourcePort, IpAddress target, int targetPort) {
    static FlowKey between(String protocol, IpAddress source, IpAddress target) {
        return new FlowKey(protocol, source, 0, target, 0);
    }

    /// Where its flow wants to go, as a policy is told of it.
    Destination destination(@Nullable String name, @Nullable SendingProcess sender) {
        return new Destination(protocol, target.toString(), targetPort, name, sender);
    }

    /// The word a policy knows the protocol by; also what a flood of flows is summed up under.
    String family() {
        return switch (protocol) {
            case "tcp", "udp", "icmp", "dns" -> protocol;
            default -> "other";
        };
    }
}
