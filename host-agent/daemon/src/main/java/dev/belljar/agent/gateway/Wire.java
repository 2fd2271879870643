package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.Ethernet;
import dev.belljar.agent.packet.Icmp;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.Ipv4;
import dev.belljar.agent.packet.MacAddress;
import dev.belljar.agent.packet.Protocols;
import java.time.Clock;
import java.util.function.Consumer;

/// The way down to the guest: wraps answers into frames, and keeps ICMP errors to what may be sent.
final class Wire {
    private static final int ERRORS_PER_SECOND = 1_000;
    private static final int ERRORS_AT_ONCE = 2_000;

    private final MacAddress guest;
    private final Consumer<byte[]> outlet;
    private final TokenBucket errors;

    /// A wire to this card; `outlet` takes a frame.
    Wire(MacAddress guest, Consumer<byte[]> outlet, Clock clock) {
        this.guest = guest;
        this.outlet = outlet;
        this.errors = new TokenBucket(ERRORS_PER_SECOND, ERRORS_AT_ONCE, clock);
    }

    /// Sends a payload of this Ethernet type to the guest's card, or to all when it cannot yet know its address.
    void ethernet(boolean toAll, int type, byte[] payload) {
        MacAddress to = toAll ? MacAddress.BROADCAST : guest;
        outlet.accept(Ethernet.frame(to, Subnet.GATEWAY_MAC, type, payload));
    }

    /// Sends a payload in an IPv4 packet from this address to the guest.
    ///
    /// @return the packet's length in bytes
    int ipv4(IpAddress from, int protocol, byte[] payload) {
        byte[] packet = Ipv4.bytes(from, Subnet.GUEST, protocol, payload);
        ethernet(false, Ethernet.TYPE_IPV4, packet);
        return packet.length;
    }

    /// Tells the guest that a packet cannot go where it wants, unless it went to many or too much was told already.
    ///
    /// @return the length in bytes of the packet that says so, 0 if none was sent
    int unreachable(int code, Ipv4 packet) {
        if (Subnet.many(packet.destination()) || !errors.take()) {
            return 0;
        }
        return ipv4(
                Subnet.GATEWAY, Protocols.ICMP, Icmp.unreachable(code, packet).bytes());
    }
}
