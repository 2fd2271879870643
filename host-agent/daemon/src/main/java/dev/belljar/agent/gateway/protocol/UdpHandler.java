package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.egress.DestinationVerdict;
import dev.belljar.agent.gateway.egress.EgressBoundary;
import dev.belljar.agent.gateway.egress.RequestedDestination;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.gateway.flow.FlowLog;
import dev.belljar.agent.gateway.frame.GuestPacketSender;
import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IcmpMessage;
import dev.belljar.agent.packet.IpProtocols;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.packet.UdpDatagram;
import dev.belljar.contract.event.Verdict;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Decides about datagrams. A refused one is answered with "port unreachable", which a connected socket reports
/// as "connection refused" at its next call; the others are carried.
final class UdpHandler {
    static final int MOST_OPEN = 1_024;
    private static final int MULTICAST_DNS = 5353;
    private static final int LOCAL_NAMES = 5355;
    private static final int HTTPS = 443;

    private final FlowContext context;
    private final FlowLog flows;
    private final GuestPacketSender packetSender;
    private final DnsHandler dns;
    private final AttributionQueue attribution;
    private final Map<FlowKey, UdpFlow> open = new LinkedHashMap<>();

    UdpHandler(FlowContext context, DnsHandler dns, AttributionQueue attribution) {
        this.context = context;
        this.attribution = attribution;
        this.flows = context.flows();
        this.packetSender = context.packetSender();
        this.dns = dns;
    }

    void datagram(Ipv4Packet packet, UdpDatagram udp) {
        int bytes = packet.whole().remaining();
        if (packet.destination().equals(Subnet.GATEWAY) && udp.destinationPort() == DnsMessage.PORT) {
            int port = udp.sourcePort();
            FlowKey key = new FlowKey("dns", packet.source(), port, Subnet.GATEWAY, DnsMessage.PORT);
            if (attribution.reportsFlows() && dns.asksWho(udp.payload()) && attribution.keeps(key, packet)) {
                return;
            }
            dns.ask(key, udp.payload(), bytes, Ipv4Packet.HEADER + UdpDatagram.HEADER, answer -> {
                byte[] down = UdpDatagram.bytes(Subnet.GATEWAY, DnsMessage.PORT, Subnet.GUEST, port, answer);
                packetSender.ipv4(Subnet.GATEWAY, IpProtocols.UDP, down);
            });
            return;
        }
        FlowKey key =
                new FlowKey("udp", packet.source(), udp.sourcePort(), packet.destination(), udp.destinationPort());
        UdpFlow flow = open.get(key);
        if (flow == null || flow.over()) {
            first(key, packet, udp);
        } else {
            flow.datagram(packet, udp);
        }
    }

    private void first(FlowKey key, Ipv4Packet packet, UdpDatagram udp) {
        FlowDecision known = flows.known(key);
        if (known == null && context.boundary().policy().namesPrograms() && attribution.keeps(key, packet)) {
            return;
        }
        DestinationVerdict verdict =
                known == null ? verdict(key, udp) : new DestinationVerdict(destination(key), known);
        if (verdict.is(Verdict.HELD) && attribution.keeps(key, packet)) {
            return;
        }
        if (verdict.is(Verdict.ALLOWED) || verdict.is(Verdict.HELD)) {
            UdpFlow flow = new UdpFlow(key, packet, verdict, context);
            open.put(key, flow);
            flow.datagram(packet, udp);
            flow.begin();
        } else {
            refuse(key, packet, asked(udp), verdict.decision());
        }
    }

    private RequestedDestination destination(FlowKey key) {
        return new RequestedDestination("udp", key.target(), key.targetPort(), null, flows.sender(key));
    }

    private DestinationVerdict verdict(FlowKey key, UdpDatagram udp) {
        String name = asked(udp);
        RequestedDestination nameless = destination(key).named(name);
        // QUIC hides which server it asks for, so the names that were answered with the address prove nothing.
        boolean hidden = name != null || key.targetPort() == HTTPS || quic(udp.payload());
        DestinationVerdict verdict = hidden
                ? new DestinationVerdict(nameless, context.boundary().judge(nameless))
                : DestinationVerdict.of(context.boundary(), context.pins(), nameless);
        boolean full = open.size() >= MOST_OPEN && !verdict.is(Verdict.REFUSED);
        return full
                ? new DestinationVerdict(verdict.destination(), EgressBoundary.never("too many UDP flows at once"))
                : verdict;
    }

    /// Whether the payload looks like the first packet of a QUIC connection: a long header of version 1 or 2.
    private static boolean quic(ByteBuffer payload) {
        if (payload.remaining() < 5 || (payload.get(payload.position()) & 0x80) == 0) {
            return false;
        }
        int version = payload.getInt(payload.position() + 1);
        return version == 1 || version == 0x6b33_43cf || version >>> 8 == 0xff00_00;
    }

    private void refuse(FlowKey key, Ipv4Packet packet, @Nullable String name, FlowDecision decision) {
        flows.packet(key, name, packet.whole().remaining(), () -> decision);
        if (name != null && flows.listedWithout(key, name)) {
            // The flow is listed under the first name that was asked for; a further name needs its own record.
            flows.dnsQuery(dnsKey(key), name, 0, 0, decision);
        }
        flows.answered(key, packetSender.unreachable(IcmpMessage.NO_PORT, packet));
    }

    private static FlowKey dnsKey(FlowKey key) {
        return new FlowKey("dns", key.source(), key.sourcePort(), key.target(), key.targetPort());
    }

    /// The name in a DNS question to a server other than the gateway, to be recorded.
    private static @Nullable String asked(UdpDatagram udp) {
        int port = udp.destinationPort();
        if (port != DnsMessage.PORT && port != MULTICAST_DNS && port != LOCAL_NAMES) {
            return null;
        }
        try {
            return DnsMessage.parse(udp.payload()).name();
        } catch (MalformedPacket e) {
            return null;
        }
    }

    /// To be called about once a second.
    void sweep(long now) {
        open.values().removeIf(flow -> flow.sweep(now));
    }

    /// Ends every flow.
    void close() {
        List.copyOf(open.values()).forEach(UdpFlow::end);
        open.clear();
    }
}
