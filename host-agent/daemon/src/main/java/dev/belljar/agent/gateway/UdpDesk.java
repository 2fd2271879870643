package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.Dns;
import dev.belljar.agent.packet.Icmp;
import dev.belljar.agent.packet.Ipv4;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.packet.Protocols;
import dev.belljar.agent.packet.Udp;
import dev.belljar.contract.event.Verdict;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Judges datagrams: what is refused is answered with "port unreachable", which a connected socket reports as
/// "connection refused" at its next call; the rest is carried.
final class UdpDesk {
    static final int MOST_OPEN = 1_024;
    private static final int MULTICAST_DNS = 5353;
    private static final int LOCAL_NAMES = 5355;
    private static final int HTTPS = 443;

    private final Room room;
    private final FlowLog flows;
    private final Wire wire;
    private final DnsDesk dns;
    private final Lobby lobby;
    private final Map<FlowKey, UdpFlow> open = new LinkedHashMap<>();

    UdpDesk(Room room, DnsDesk dns, Lobby lobby) {
        this.room = room;
        this.lobby = lobby;
        this.flows = room.flows();
        this.wire = room.wire();
        this.dns = dns;
    }

    void datagram(Ipv4 packet, Udp udp) {
        int bytes = packet.whole().remaining();
        if (packet.destination().equals(Subnet.GATEWAY) && udp.destinationPort() == Dns.PORT) {
            int port = udp.sourcePort();
            FlowKey key = new FlowKey("dns", packet.source(), port, Subnet.GATEWAY, Dns.PORT);
            if (lobby.told() && dns.asksWho(udp.payload()) && lobby.keeps(key, packet)) {
                return;
            }
            dns.ask(key, udp.payload(), bytes, Ipv4.HEADER + Udp.HEADER, answer -> {
                byte[] down = Udp.bytes(Subnet.GATEWAY, Dns.PORT, Subnet.GUEST, port, answer);
                wire.ipv4(Subnet.GATEWAY, Protocols.UDP, down);
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

    private void first(FlowKey key, Ipv4 packet, Udp udp) {
        Decision known = flows.known(key);
        if (known == null && room.boundary().policy().namesPrograms() && lobby.keeps(key, packet)) {
            return;
        }
        Judged judged = known == null ? judged(key, udp) : new Judged(wanted(key), known);
        if (judged.is(Verdict.HELD) && lobby.keeps(key, packet)) {
            return;
        }
        if (judged.is(Verdict.ALLOWED) || judged.is(Verdict.HELD)) {
            UdpFlow flow = new UdpFlow(key, packet, judged, room);
            open.put(key, flow);
            flow.datagram(packet, udp);
            flow.begin();
        } else {
            refuse(key, packet, asked(udp), judged.decision());
        }
    }

    private Wanted wanted(FlowKey key) {
        return new Wanted("udp", key.target(), key.targetPort(), null, flows.sender(key));
    }

    private Judged judged(FlowKey key, Udp udp) {
        String name = asked(udp);
        Wanted nameless = wanted(key).named(name);
        // QUIC hides from us which server it asks for: a name that was told for the address says nothing.
        boolean hidden = name != null || key.targetPort() == HTTPS || quic(udp.payload());
        Judged judged = hidden
                ? new Judged(nameless, room.boundary().judge(nameless))
                : Judged.of(room.boundary(), room.pins(), nameless);
        boolean full = open.size() >= MOST_OPEN && !judged.is(Verdict.REFUSED);
        return full ? new Judged(judged.wanted(), Boundary.never("too many datagram flows at once")) : judged;
    }

    /// Whether it looks like the first packet of a QUIC connection: a long header of version 1 or 2.
    private static boolean quic(ByteBuffer payload) {
        if (payload.remaining() < 5 || (payload.get(payload.position()) & 0x80) == 0) {
            return false;
        }
        int version = payload.getInt(payload.position() + 1);
        return version == 1 || version == 0x6b33_43cf || version >>> 8 == 0xff00_00;
    }

    private void refuse(FlowKey key, Ipv4 packet, @Nullable String name, Decision decision) {
        flows.packet(key, name, packet.whole().remaining(), () -> decision);
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
