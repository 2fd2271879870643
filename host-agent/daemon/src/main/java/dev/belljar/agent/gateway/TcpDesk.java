package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.Dns;
import dev.belljar.agent.packet.Ipv4;
import dev.belljar.agent.packet.Protocols;
import dev.belljar.agent.packet.Tcp;

/// Judges connections by their first segment; what is refused is reset at once, so that no program waits.
final class TcpDesk {
    private final Policy boundary;
    private final FlowLog flows;
    private final Wire wire;
    private final DnsOverTcp dns;

    TcpDesk(Policy boundary, FlowLog flows, Wire wire, DnsDesk dns) {
        this.boundary = boundary;
        this.flows = flows;
        this.wire = wire;
        this.dns = new DnsOverTcp(dns, wire);
    }

    void segment(Ipv4 packet, Tcp tcp) {
        FlowKey key =
                new FlowKey("tcp", packet.source(), tcp.sourcePort(), packet.destination(), tcp.destinationPort());
        int bytes = packet.whole().remaining();
        if (packet.destination().equals(Subnet.GATEWAY) && tcp.destinationPort() == Dns.PORT) {
            flows.packet(key, null, bytes, () -> Boundary.LOCAL);
            flows.answered(key, dns.segment(packet, tcp));
            return;
        }
        flows.packet(key, null, bytes, () -> first(packet, tcp));
        if (!tcp.has(Tcp.RST) && !Subnet.many(packet.destination())) {
            byte[] reset = tcp.reset().bytes(packet.destination(), Subnet.GUEST);
            flows.answered(key, wire.ipv4(packet.destination(), Protocols.TCP, reset));
        }
    }

    private Decision first(Ipv4 packet, Tcp tcp) {
        if (!tcp.has(Tcp.SYN) || tcp.has(Tcp.ACK)) {
            return Boundary.never("belongs to no connection");
        }
        return boundary.decide(new Destination("tcp", packet.destination().toString(), tcp.destinationPort(), null));
    }
}
