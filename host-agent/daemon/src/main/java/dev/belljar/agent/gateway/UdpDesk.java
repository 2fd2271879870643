package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.Dns;
import dev.belljar.agent.packet.Icmp;
import dev.belljar.agent.packet.Ipv4;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.packet.Protocols;
import dev.belljar.agent.packet.Udp;
import org.jspecify.annotations.Nullable;

/// Judges datagrams; what is refused is answered with "port unreachable", which a connected socket reports as
/// "connection refused" at its next call.
final class UdpDesk {
    private static final int MULTICAST_DNS = 5353;
    private static final int LOCAL_NAMES = 5355;

    private final Boundary boundary;
    private final FlowLog flows;
    private final Wire wire;
    private final DnsDesk dns;

    UdpDesk(Boundary boundary, FlowLog flows, Wire wire, DnsDesk dns) {
        this.boundary = boundary;
        this.flows = flows;
        this.wire = wire;
        this.dns = dns;
    }

    void datagram(Ipv4 packet, Udp udp) {
        int bytes = packet.whole().remaining();
        if (packet.destination().equals(Subnet.GATEWAY) && udp.destinationPort() == Dns.PORT) {
            byte[] answer = dns.answer(packet.source(), udp.sourcePort(), udp.payload(), bytes);
            if (answer.length > 0) {
                byte[] down = Udp.bytes(Subnet.GATEWAY, Dns.PORT, Subnet.GUEST, udp.sourcePort(), answer);
                wire.ipv4(Subnet.GATEWAY, Protocols.UDP, down);
            }
            return;
        }
        refuse(packet, udp, bytes);
    }

    private void refuse(Ipv4 packet, Udp udp, int bytes) {
        FlowKey key =
                new FlowKey("udp", packet.source(), udp.sourcePort(), packet.destination(), udp.destinationPort());
        String name = asked(udp);
        Wanted wanted = new Wanted("udp", packet.destination(), udp.destinationPort(), name);
        Decision decision = flows.packet(key, name, bytes, () -> boundary.judge(wanted));
        if (name != null && flows.listedWithout(key, name)) {
            // The flow is listed under the first name asked; a further one must not go unseen.
            flows.question(dnsKey(key), name, 0, 0, decision);
        }
        flows.answered(key, wire.unreachable(Icmp.NO_PORT, packet));
    }

    private static FlowKey dnsKey(FlowKey key) {
        return new FlowKey("dns", key.source(), key.sourcePort(), key.target(), key.targetPort());
    }

    /// The name in a DNS question to a server that is not the gateway, for the record.
    private static @Nullable String asked(Udp udp) {
        int port = udp.destinationPort();
        if (port != Dns.PORT && port != MULTICAST_DNS && port != LOCAL_NAMES) {
            return null;
        }
        try {
            return Dns.parse(udp.payload()).name();
        } catch (MalformedPacket e) {
            return null;
        }
    }
}
