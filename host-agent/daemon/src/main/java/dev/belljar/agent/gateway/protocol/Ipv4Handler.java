package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.egress.EgressBoundary;
import dev.belljar.agent.gateway.egress.RequestedDestination;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.gateway.flow.FlowLog;
import dev.belljar.agent.gateway.flow.GatewayCounters;
import dev.belljar.agent.gateway.frame.GuestPacketSender;
import dev.belljar.agent.packet.DhcpMessage;
import dev.belljar.agent.packet.EthernetFrame;
import dev.belljar.agent.packet.IcmpMessage;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.IpProtocols;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.MacAddress;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.packet.UdpDatagram;
import dev.belljar.contract.event.Verdict;

/// Handles every IPv4 packet: checks its source, and passes it to the handler for its protocol.
public final class Ipv4Handler {
    private static final FlowKey DHCP =
            new FlowKey("dhcp", Subnet.GUEST, DhcpMessage.CLIENT_PORT, Subnet.GATEWAY, DhcpMessage.SERVER_PORT);

    private final EgressBoundary boundary;
    private final FlowLog flows;
    private final GuestPacketSender packetSender;
    private final GatewayCounters counters;
    private final DhcpServer dhcp;
    private final DnsHandler dns;
    private final TcpHandler tcp;
    private final UdpHandler udp;
    private final AttributionQueue attribution;

    public Ipv4Handler(MacAddress guest, FlowContext context, ProcessFinder finder, GatewayCounters counters) {
        this.boundary = context.boundary();
        this.flows = context.flows();
        this.packetSender = context.packetSender();
        this.counters = counters;
        this.dhcp = new DhcpServer(guest);
        this.dns = new DnsHandler(context, counters);
        this.attribution = new AttributionQueue(finder, context, this::byProtocol);
        this.tcp = new TcpHandler(context, dns, attribution);
        this.udp = new UdpHandler(context, dns, attribution);
    }

    public void packet(Ipv4Packet packet) throws MalformedPacket {
        if (packet.fragment()) {
            refuse(packet, "IP fragments are not supported");
        } else if (packet.source().equals(Subnet.GUEST)) {
            byProtocol(packet);
        } else if (packet.source().equals(IpAddress.NONE) && packet.protocol() == IpProtocols.UDP && lease(packet)) {
            // A machine that asks for its first lease has no source address.
        } else if (packet.source().equals(IpAddress.NONE) && packet.protocol() == IpProtocols.IGMP) {
            refuse(packet, "multicast is not supported");
        } else {
            counters.spoofed();
            refuse(packet, "spoofed: sent from an address that is not the guest's");
        }
    }

    private void byProtocol(Ipv4Packet packet) throws MalformedPacket {
        switch (packet.protocol()) {
            case IpProtocols.TCP -> tcp.segment(packet, TcpSegment.parse(packet));
            case IpProtocols.ICMP -> icmp(packet, IcmpMessage.parse(packet.payload()));
            case IpProtocols.UDP -> {
                if (!lease(packet)) {
                    udp.datagram(packet, UdpDatagram.parse(packet));
                }
            }
            default -> other(packet);
        }
    }

    /// Answers a DHCP message; false if the packet is not one.
    private boolean lease(Ipv4Packet packet) throws MalformedPacket {
        UdpDatagram datagram = UdpDatagram.parse(packet);
        boolean here = packet.destination().equals(IpAddress.BROADCAST)
                || packet.destination().equals(Subnet.GATEWAY);
        if (!here || datagram.destinationPort() != DhcpMessage.SERVER_PORT) {
            return false;
        }
        flows.standing(DHCP, packet.whole().remaining(), EgressBoundary.LOCAL);
        DhcpMessage message = DhcpMessage.parse(datagram.payload());
        dhcp.answer(message).ifPresent(answer -> {
            // A client with an address receives unicast; a client without one receives packets to its card's
            // address, or broadcasts.
            boolean addressed = message.client().equals(Subnet.GUEST);
            IpAddress to = addressed || !message.broadcast() ? Subnet.GUEST : IpAddress.BROADCAST;
            byte[] bytes =
                    UdpDatagram.bytes(Subnet.GATEWAY, DhcpMessage.SERVER_PORT, to, DhcpMessage.CLIENT_PORT, answer);
            byte[] down = Ipv4Packet.bytes(Subnet.GATEWAY, to, IpProtocols.UDP, bytes);
            packetSender.ethernet(to.equals(IpAddress.BROADCAST), EthernetFrame.TYPE_IPV4, down);
            flows.answered(DHCP, down.length);
        });
        return true;
    }

    private void icmp(Ipv4Packet packet, IcmpMessage message) {
        FlowKey key = FlowKey.between("icmp", packet.source(), packet.destination());
        int bytes = packet.whole().remaining();
        if (message.type() == IcmpMessage.ECHO && packet.destination().equals(Subnet.GATEWAY)) {
            flows.packet(key, null, bytes, () -> EgressBoundary.LOCAL);
            byte[] answer = message.echoed().bytes();
            flows.answered(key, packetSender.ipv4(Subnet.GATEWAY, IpProtocols.ICMP, answer));
            return;
        }
        flows.packet(key, null, bytes, () -> uncarried("icmp", packet));
        if (message.query()) {
            flows.answered(key, packetSender.unreachable(IcmpMessage.HOST_PROHIBITED, packet));
        }
    }

    private void other(Ipv4Packet packet) {
        FlowKey key = FlowKey.between(IpProtocols.name(packet.protocol()), packet.source(), packet.destination());
        flows.packet(key, null, packet.whole().remaining(), () -> uncarried("other", packet));
        flows.answered(key, packetSender.unreachable(IcmpMessage.NO_PROTOCOL, packet));
    }

    /// The decision about a protocol that the gateway cannot carry: the host agent may not open a socket for it
    /// without privileges, so even what a rule allows is refused, and the refusal says so.
    private FlowDecision uncarried(String protocol, Ipv4Packet packet) {
        RequestedDestination destination = new RequestedDestination(protocol, packet.destination(), 0, null);
        return boundary.judge(
                destination,
                decision -> decision.verdict() == Verdict.REFUSED
                        ? decision
                        : decision.never(decision.rule() + ", but only TCP and UDP are supported"));
    }

    /// To be called several times a second while `busy`.
    public void tick(long now) {
        tcp.tick(now);
        dns.tick();
        attribution.tick(now);
    }

    /// To be called about once a second.
    public void sweep(long now) {
        tcp.sweep(now);
        udp.sweep(now);
        dns.sweep();
    }

    /// Whether something waits for time to pass.
    public boolean busy() {
        return tcp.size() > 0 || dns.busy() || attribution.busy();
    }

    /// Ends all flows, carried and waiting ones.
    public void close() {
        attribution.close();
        dns.close();
        tcp.close();
        udp.close();
    }

    private void refuse(Ipv4Packet packet, String rule) {
        FlowKey key = FlowKey.between(IpProtocols.name(packet.protocol()), packet.source(), packet.destination());
        flows.packet(key, null, packet.whole().remaining(), () -> EgressBoundary.never(rule));
    }
}
