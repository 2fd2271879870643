package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.egress.DestinationVerdict;
import dev.belljar.agent.gateway.egress.EgressBoundary;
import dev.belljar.agent.gateway.egress.RequestedDestination;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IpProtocols;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.contract.event.Verdict;
import java.security.SecureRandom;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Decides about connections by their first segment. A refused one is reset at once, so that no program waits;
/// the others are carried.
final class TcpHandler {
    /// The most connections a machine may have at a time; with the chunks they share, this bounds the memory a
    /// machine can use.
    static final int MOST_OPEN = 4_096;
    /// How many of those may wait for an approval or for the far side.
    static final int MOST_WAITING = 1_024;
    /// How many ended connections are remembered, for late segments.
    private static final int MOST_LINGERING = 8_192;
    private static final FlowDecision STRAY = EgressBoundary.never("not part of an open connection");

    private final FlowContext context;
    private final DnsOverTcp dns;
    private final BlockedPage page;
    private final AttributionQueue attribution;
    private final Map<FlowKey, TcpFlow> open = new LinkedHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final ConnectionCount tally = new ConnectionCount();

    TcpHandler(FlowContext context, DnsHandler dns, AttributionQueue attribution) {
        this.context = context;
        this.attribution = attribution;
        this.dns = new DnsOverTcp(dns, context.packetSender());
        this.page = new BlockedPage(context.packetSender());
    }

    void segment(Ipv4Packet packet, TcpSegment tcp) {
        FlowKey key =
                new FlowKey("tcp", packet.source(), tcp.sourcePort(), packet.destination(), tcp.destinationPort());
        int bytes = packet.whole().remaining();
        if (packet.destination().equals(Subnet.GATEWAY) && tcp.destinationPort() == DnsMessage.PORT) {
            context.flows().packet(key, null, bytes, () -> EgressBoundary.LOCAL);
            context.flows().answered(key, dns.segment(packet, tcp));
            return;
        }
        if (packet.destination().equals(Subnet.BLOCKED) && tcp.destinationPort() == BlockedPage.PORT) {
            context.flows().packet(key, null, bytes, () -> EgressBoundary.BLOCKED_NAME);
            context.flows().answered(key, page.segment(tcp));
            return;
        }
        TcpFlow flow = open.get(key);
        if (flow == null || !flow.segment(tcp, bytes, context.clock().millis())) {
            first(key, packet, tcp);
        }
    }

    private void first(FlowKey key, Ipv4Packet packet, TcpSegment tcp) {
        boolean asks = tcp.has(TcpSegment.SYN) && !tcp.has(TcpSegment.ACK);
        if (asks && context.boundary().policy().namesPrograms() && attribution.keeps(key, packet)) {
            return;
        }
        DestinationVerdict verdict = verdict(key, tcp);
        if (verdict.is(Verdict.HELD) && attribution.keeps(key, packet)) {
            return;
        }
        if (verdict.is(Verdict.ALLOWED) || verdict.is(Verdict.HELD)) {
            TcpFlow flow = new TcpFlow(key, packet, tcp, verdict, random.nextInt(), context, tally);
            open.put(key, flow);
            flow.begin();
            return;
        }
        String name = verdict.destination().name();
        context.flows().packet(key, name, packet.whole().remaining(), verdict::decision);
        if (!tcp.has(TcpSegment.RST) && !Subnet.many(packet.destination())) {
            byte[] reset = tcp.reset().bytes(packet.destination(), Subnet.GUEST);
            context.flows().answered(key, context.packetSender().ipv4(packet.destination(), IpProtocols.TCP, reset));
        }
    }

    private DestinationVerdict verdict(FlowKey key, TcpSegment tcp) {
        RequestedDestination nameless = new RequestedDestination(
                "tcp", key.target(), key.targetPort(), null, context.flows().sender(key));
        if (!tcp.has(TcpSegment.SYN) || tcp.has(TcpSegment.ACK)) {
            return new DestinationVerdict(nameless, STRAY);
        }
        // A SYN that is sent again gets the same decision while the flow is listed.
        FlowDecision known = context.flows().known(key);
        if (known != null && !known.equals(STRAY)) {
            return new DestinationVerdict(nameless, known);
        }
        DestinationVerdict verdict = DestinationVerdict.of(context.boundary(), context.pins(), nameless);
        if (verdict.is(Verdict.REFUSED)) {
            return verdict;
        }
        boolean full =
                tally.open >= MOST_OPEN || tally.waiting >= MOST_WAITING || open.size() >= MOST_OPEN + MOST_LINGERING;
        return full
                ? new DestinationVerdict(verdict.destination(), EgressBoundary.never("too many connections at once"))
                : verdict;
    }

    /// Handles timeouts of the carried connections.
    void tick(long now) {
        open.values().forEach(flow -> flow.tick(now));
    }

    /// To be called about once a second.
    void sweep(long now) {
        for (Iterator<TcpFlow> flows = open.values().iterator(); flows.hasNext(); ) {
            if (flows.next().sweep(now)) {
                flows.remove();
            }
        }
    }

    /// Ends every connection.
    void close() {
        List.copyOf(open.values()).forEach(TcpFlow::end);
        open.clear();
    }

    int size() {
        return open.size();
    }
}
