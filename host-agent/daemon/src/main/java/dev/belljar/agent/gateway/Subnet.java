package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MacAddress;

/// The addresses on a machine's network. They are the same for all machines, because no two machines share a
/// network.
public final class Subnet {
    public static final MacAddress GATEWAY_MAC = MacAddress.of("52:54:00:be:11:01");
    public static final IpAddress GATEWAY = IpAddress.four(10, 213, 0, 1);
    public static final IpAddress GUEST = IpAddress.four(10, 213, 0, 2);
    /// Stands for the host's loopback interface, as the address of `host.belljar.internal`.
    public static final IpAddress HOST = IpAddress.four(10, 213, 0, 3);
    /// The answer for names that are blocked. Nothing is behind it: the gateway refuses every connection to it.
    public static final IpAddress BLOCKED = IpAddress.four(10, 213, 0, 4);
    public static final IpAddress MASK = IpAddress.four(255, 255, 255, 0);
    public static final IpAddress BROADCAST = IpAddress.four(10, 213, 0, 255);
    /// The most bytes of an IP packet; the same value as `host_mtu` of the network card.
    public static final int MTU = 65_520;

    private Subnet() {}

    /// Whether an address is on a machine's network.
    public static boolean contains(IpAddress address) {
        return !address.six() && (address.low() & MASK.low()) == (GATEWAY.low() & MASK.low());
    }

    /// Whether an address is a multicast or broadcast address: no ICMP error may be sent for packets to it.
    public static boolean many(IpAddress address) {
        return address.group() || address.equals(BROADCAST) || address.equals(IpAddress.NONE);
    }
}
