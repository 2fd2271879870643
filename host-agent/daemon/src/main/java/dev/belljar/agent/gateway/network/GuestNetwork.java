package dev.belljar.agent.gateway.network;

import dev.belljar.agent.gateway.EgressPolicy;
import dev.belljar.agent.gateway.NetObserver;
import dev.belljar.agent.gateway.ProcessFinder;
import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.egress.DnsPins;
import dev.belljar.agent.gateway.egress.EgressBoundary;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.gateway.flow.FlowLog;
import dev.belljar.agent.gateway.flow.GatewayCounters;
import dev.belljar.agent.gateway.frame.FrameOutput;
import dev.belljar.agent.gateway.frame.GuestPacketSender;
import dev.belljar.agent.gateway.protocol.FlowContext;
import dev.belljar.agent.gateway.protocol.Ipv4Handler;
import dev.belljar.agent.gateway.protocol.RunQueue;
import dev.belljar.agent.packet.ArpPacket;
import dev.belljar.agent.packet.EthernetFrame;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.IpProtocols;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.Ipv6Packet;
import dev.belljar.agent.packet.MacAddress;
import dev.belljar.agent.packet.MalformedPacket;
import dev.belljar.agent.sockets.ExternalNetwork;
import dev.belljar.agent.tcp.ChunkPool;
import dev.belljar.agent.tcp.ChunkStore;
import java.nio.ByteBuffer;
import java.time.Clock;

/// The whole network of one machine: counts each frame of the guest, records it, and answers or drops it.
///
/// No frame can make it throw, or grow beyond the bounds of `FlowLog`. Not safe for several threads.
public final class GuestNetwork {
    /// 64 MiB for the bytes on their way in all connections of a machine, if the host has that much.
    private static final int MOST_CHUNKS = 2_048;
    private static final int FIRST_NEIGHBOUR_MESSAGE = 130;
    private static final int LAST_NEIGHBOUR_MESSAGE = 143;
    private static final IpAddress ANY_IPV6 = new IpAddress(true, 0, 0);
    private static final FlowKey ARP = FlowKey.between("arp", Subnet.GUEST, Subnet.GATEWAY);
    private static final FlowKey NEIGHBOURS = FlowKey.between("icmpv6", ANY_IPV6, ANY_IPV6);

    private final MacAddress guest;
    private final GatewayCounters counters;
    private final FlowLog flows;
    private final GuestPacketSender packetSender;
    private final Ipv4Handler ipv4;
    private final RunQueue turns = new RunQueue();
    private final Clock clock;
    private final ChunkPool pool;
    private final ExternalNetwork outside;

    /// The parts a network works with: the output for frames to the guest, the external network, and memory for
    /// bytes on their way between them.
    record NetworkResources(FrameOutput outlet, ExternalNetwork outside, ChunkStore chunks) {}

    /// A network for the machine whose network card has this address.
    GuestNetwork(
            MacAddress guest,
            EgressPolicy policy,
            ProcessFinder finder,
            NetObserver observer,
            Clock clock,
            GatewayCounters counters,
            NetworkResources resources) {
        this.guest = guest;
        this.counters = counters;
        this.flows = new FlowLog(observer, policy, finder, clock, counters);
        this.outside = resources.outside();
        this.pool = new ChunkPool(MOST_CHUNKS, resources.chunks());
        this.packetSender = new GuestPacketSender(guest, resources.outlet(), clock, counters);
        this.clock = outside.clock();
        EgressBoundary boundary = new EgressBoundary(policy, outside);
        FlowContext context =
                new FlowContext(boundary, new DnsPins(this.clock), flows, packetSender, outside, pool, turns);
        this.ipv4 = new Ipv4Handler(guest, context, finder, counters);
    }

    /// Handles a frame from the guest; the buffer may be used again when this returns.
    void frame(ByteBuffer bytes) {
        counters.up(bytes.remaining());
        try {
            EthernetFrame frame = EthernetFrame.parse(bytes);
            if (frame.source().equals(guest)) {
                byType(frame);
            } else {
                counters.spoofed();
                refused(
                        frame,
                        "spoofed: sent from " + frame.source()
                                + ", which is not the address of the guest's network card");
            }
        } catch (MalformedPacket e) {
            counters.malformed();
        }
    }

    private void byType(EthernetFrame frame) throws MalformedPacket {
        switch (frame.type()) {
            case EthernetFrame.TYPE_ARP -> arp(ArpPacket.parse(frame.payload()), frame);
            case EthernetFrame.TYPE_IPV4 -> ipv4.packet(Ipv4Packet.parse(frame.payload()));
            case EthernetFrame.TYPE_IPV6 ->
                ipv6(Ipv6Packet.parse(frame.payload()), frame.payload().remaining());
            // A card announces itself with one when its machine starts. It asks for nothing, so it is counted and
            // dropped.
            case EthernetFrame.TYPE_RARP -> {}
            default -> refused(frame, "neither IP nor ARP");
        }
    }

    private void refused(EthernetFrame frame, String rule) {
        FlowKey key = FlowKey.between("eth-%04x".formatted(frame.type()), IpAddress.NONE, IpAddress.NONE);
        flows.packet(key, null, frame.payload().remaining(), () -> EgressBoundary.never(rule));
    }

    /// Answers ARP for the gateway, for the address that stands for the host's services, and for that of blocked
    /// names: no other address is on this network.
    private void arp(ArpPacket arp, EthernetFrame frame) {
        int bytes = frame.payload().remaining();
        boolean own = arp.sender().equals(Subnet.GUEST) || arp.sender().equals(IpAddress.NONE);
        if (!own || !arp.senderMac().equals(guest)) {
            counters.spoofed();
            FlowKey key = FlowKey.between("arp", arp.sender(), arp.target());
            flows.packet(
                    key, null, bytes, () -> EgressBoundary.never("spoofed: claims an address that is not the guest's"));
        } else if (answers(arp.target()) || arp.target().equals(Subnet.GUEST)) {
            flows.standing(ARP, bytes, EgressBoundary.LOCAL);
            if (arp.operation() == ArpPacket.REQUEST && answers(arp.target())) {
                byte[] answer = arp.answer(Subnet.GATEWAY_MAC).bytes();
                packetSender.ethernet(false, EthernetFrame.TYPE_ARP, answer);
                flows.answered(ARP, answer.length);
            }
        } else {
            FlowKey key = FlowKey.between("arp", arp.sender(), arp.target());
            flows.packet(key, null, bytes, () -> EgressBoundary.never("nothing on this network has this address"));
        }
    }

    private static boolean answers(IpAddress address) {
        return address.equals(Subnet.GATEWAY) || address.equals(Subnet.HOST) || address.equals(Subnet.BLOCKED);
    }

    /// Drops IPv6: no router answers, so the guest has no IPv6 address and no route, and programs fail at once.
    private void ipv6(Ipv6Packet packet, int bytes) {
        int icmp = packet.icmpType();
        if (icmp >= FIRST_NEIGHBOUR_MESSAGE && icmp <= LAST_NEIGHBOUR_MESSAGE) {
            flows.standing(NEIGHBOURS, bytes, EgressBoundary.never("IPv6 is off: neighbour discovery gets no answer"));
            return;
        }
        FlowKey key = new FlowKey(
                IpProtocols.name(packet.nextHeader()),
                packet.source(),
                packet.port(true),
                packet.destination(),
                packet.port(false));
        flows.packet(key, null, bytes, () -> EgressBoundary.never("IPv6 is off"));
    }

    /// Moves the bytes that frames and sockets brought since the last call; to be called again when the output
    /// has space.
    ///
    /// @return whether nothing waits for space
    boolean settle() {
        turns.take(clock.millis());
        return !turns.any();
    }

    /// Handles timeouts; to be called several times a second while connections are open.
    public void tick() {
        ipv4.tick(clock.millis());
    }

    /// Reports changed flows and closes quiet ones; to be called about once a second.
    public void sweep() {
        ipv4.sweep(clock.millis());
        flows.sweep();
    }

    /// Closes every flow.
    public void close() {
        ipv4.close();
        flows.close();
        outside.close();
        pool.close();
    }

    /// Whether something waits for a timeout.
    public boolean busy() {
        return ipv4.busy();
    }

    /// How many listed flows are not carried.
    public int size() {
        return flows.size();
    }
}
