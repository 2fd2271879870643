package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MacAddress;

/// The addresses every machine finds on its network; all machines see the same, for no two share a wire.
final class Subnet {
    static final MacAddress GATEWAY_MAC = MacAddress.of("52:54:00:be:11:01");
    static final IpAddress GATEWAY = IpAddress.four(10, 213, 0, 1);
    static final IpAddress GUEST = IpAddress.four(10, 213, 0, 2);
    static final IpAddress MASK = IpAddress.four(255, 255, 255, 0);
    static final IpAddress BROADCAST = IpAddress.four(10, 213, 0, 255);
    /// Bytes of an IP packet; what `host_mtu` of the network card says too.
    static final int MTU = 65_520;

    private Subnet() {}

    /// Whether an address is one of a machine's own network.
    static boolean contains(IpAddress address) {
        return !address.six() && (address.low() & MASK.low()) == (GATEWAY.low() & MASK.low());
    }

    /// Whether an address means several machines, so that no error may answer what was sent to it.
    static boolean many(IpAddress address) {
        return address.group() || address.equals(BROADCAST) || address.equals(IpAddress.NONE);
    }
}
