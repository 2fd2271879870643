package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.Dhcp;
import dev.belljar.agent.packet.Ethernet;
import dev.belljar.agent.packet.Icmp;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.Ipv4;
import dev.belljar.agent.packet.MacAddress;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.packet.Protocols;
import dev.belljar.agent.packet.Tcp;
import dev.belljar.agent.packet.Udp;
import dev.belljar.contract.event.Verdict;

/// Sees to every IPv4 packet: who sent it, what it is, and which room of the gateway answers it.
final class Ipv4Desk {
    private static final FlowKey DHCP =
            new FlowKey("dhcp", Subnet.GUEST, Dhcp.CLIENT_PORT, Subnet.GATEWAY, Dhcp.SERVER_PORT);

    private final Boundary boundary;
    private final FlowLog flows;
    private final Wire wire;
    private final Counters counters;
    private final DhcpServer dhcp;
    private final DnsDesk dns;
    private final TcpDesk tcp;
    private final UdpDesk udp;
    private final Lobby lobby;

    Ipv4Desk(MacAddress guest, Room room, ProcessFinder finder, Counters counters) {
        this.boundary = room.boundary();
        this.flows = room.flows();
        this.wire = room.wire();
        this.counters = counters;
        this.dhcp = new DhcpServer(guest);
        this.dns = new DnsDesk(room, counters);
        this.lobby = new Lobby(finder, room, this::byProtocol);
        this.tcp = new TcpDesk(room, dns, lobby);
        this.udp = new UdpDesk(room, dns, lobby);
    }

    void packet(Ipv4 packet) throws MalformedPacket {
        if (packet.fragment()) {
            refuse(packet, "fragments are not accepted");
        } else if (packet.source().equals(Subnet.GUEST)) {
            byProtocol(packet);
        } else if (packet.source().equals(IpAddress.NONE) && packet.protocol() == Protocols.UDP && lease(packet)) {
            // A machine asking for its first lease has no address to send from.
        } else if (packet.source().equals(IpAddress.NONE) && packet.protocol() == Protocols.IGMP) {
            refuse(packet, "multicast is not carried");
        } else {
            counters.spoofed();
            refuse(packet, "spoofed: sent from an address that is not this machine's");
        }
    }

    private void byProtocol(Ipv4 packet) throws MalformedPacket {
        switch (packet.protocol()) {
            case Protocols.TCP -> tcp.segment(packet, Tcp.parse(packet));
            case Protocols.ICMP -> icmp(packet, Icmp.parse(packet.payload()));
            case Protocols.UDP -> {
                if (!lease(packet)) {
                    udp.datagram(packet, Udp.parse(packet));
                }
            }
            default -> other(packet);
        }
    }

    /// Answers a DHCP message; false if the packet is none.
    private boolean lease(Ipv4 packet) throws MalformedPacket {
        Udp datagram = Udp.parse(packet);
        boolean here = packet.destination().equals(IpAddress.BROADCAST)
                || packet.destination().equals(Subnet.GATEWAY);
        if (!here || datagram.destinationPort() != Dhcp.SERVER_PORT) {
            return false;
        }
        flows.standing(DHCP, packet.whole().remaining(), Boundary.LOCAL);
        Dhcp message = Dhcp.parse(datagram.payload());
        dhcp.answer(message).ifPresent(answer -> {
            // A client with an address hears unicast; one without hears what is sent to its card, or to all.
            boolean addressed = message.client().equals(Subnet.GUEST);
            IpAddress to = addressed || !message.broadcast() ? Subnet.GUEST : IpAddress.BROADCAST;
            byte[] bytes = Udp.bytes(Subnet.GATEWAY, Dhcp.SERVER_PORT, to, Dhcp.CLIENT_PORT, answer);
            byte[] down = Ipv4.bytes(Subnet.GATEWAY, to, Protocols.UDP, bytes);
            wire.ethernet(to.equals(IpAddress.BROADCAST), Ethernet.TYPE_IPV4, down);
            flows.answered(DHCP, down.length);
        });
        return true;
    }

    private void icmp(Ipv4 packet, Icmp message) {
        FlowKey key = FlowKey.between("icmp", packet.source(), packet.destination());
        int bytes = packet.whole().remaining();
        if (message.type() == Icmp.ECHO && packet.destination().equals(Subnet.GATEWAY)) {
            flows.packet(key, null, bytes, () -> Boundary.LOCAL);
            byte[] answer = message.echoed().bytes();
            flows.answered(key, wire.ipv4(Subnet.GATEWAY, Protocols.ICMP, answer));
            return;
        }
        flows.packet(key, null, bytes, () -> uncarried("icmp", packet));
        if (message.query()) {
            flows.answered(key, wire.unreachable(Icmp.HOST_PROHIBITED, packet));
        }
    }

    private void other(Ipv4 packet) {
        FlowKey key = FlowKey.between(Protocols.name(packet.protocol()), packet.source(), packet.destination());
        flows.packet(key, null, packet.whole().remaining(), () -> uncarried("other", packet));
        flows.answered(key, wire.unreachable(Icmp.NO_PROTOCOL, packet));
    }

    /// A host may open no socket for these without privileges, so what a rule would allow is refused,
    /// and says so.
    private Decision uncarried(String protocol, Ipv4 packet) {
        Wanted wanted = new Wanted(protocol, packet.destination(), 0, null);
        return boundary.judge(
                wanted,
                decision -> decision.verdict() == Verdict.REFUSED
                        ? decision
                        : Boundary.never(decision.rule() + " (but only TCP and UDP are carried)"));
    }

    /// To be called several times a second while `busy`.
    void tick(long now) {
        tcp.tick(now);
        dns.tick();
        lobby.tick(now);
    }

    /// To be called about once a second.
    void sweep(long now) {
        tcp.sweep(now);
        udp.sweep(now);
        dns.sweep();
    }

    /// Whether something waits for time to pass.
    boolean busy() {
        return tcp.size() > 0 || dns.busy() || lobby.busy();
    }

    /// Ends everything that is carried or waits.
    void close() {
        lobby.close();
        dns.close();
        tcp.close();
        udp.close();
    }

    private void refuse(Ipv4 packet, String rule) {
        FlowKey key = FlowKey.between(Protocols.name(packet.protocol()), packet.source(), packet.destination());
        flows.packet(key, null, packet.whole().remaining(), () -> Boundary.never(rule));
    }
}
