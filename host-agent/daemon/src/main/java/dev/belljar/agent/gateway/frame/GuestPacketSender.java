package dev.belljar.agent.gateway.frame;

import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.TokenBucket;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.gateway.flow.GatewayCounters;
import dev.belljar.agent.packet.EthernetFrame;
import dev.belljar.agent.packet.IcmpMessage;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.IpProtocols;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.MacAddress;
import dev.belljar.agent.packet.TcpSegment;
import dev.belljar.agent.tcp.GuestEndpoint;
import dev.belljar.agent.tcp.SegmentQueue;
import dev.belljar.agent.tcp.SynOptions;
import java.nio.ByteBuffer;
import java.time.Clock;

/// Sends packets to the guest: wraps them into frames, and limits ICMP errors.
///
/// A packet for which there is no space is dropped and counted, except the segments of carried connections,
/// which wait for space.
public final class GuestPacketSender {
    private static final int ERRORS_PER_SECOND = 1_000;
    private static final int ERRORS_AT_ONCE = 2_000;
    /// Space in bytes that data leaves free for small packets that cannot wait.
    private static final int RESERVE = 64 * 1024;
    private static final int OPTION_LARGEST = 0x0204_0000 | SynOptions.LARGEST;
    /// The TCP option for a window scale of 3, after one padding byte.
    private static final int OPTION_SCALE = 0x0103_0303;

    private final MacAddress guest;
    private final FrameOutput outlet;
    private final GatewayCounters counters;
    private final TokenBucket errors;

    /// A wire to the network card with this address.
    public GuestPacketSender(MacAddress guest, FrameOutput outlet, Clock clock, GatewayCounters counters) {
        this.guest = guest;
        this.outlet = outlet;
        this.counters = counters;
        this.errors = new TokenBucket(ERRORS_PER_SECOND, ERRORS_AT_ONCE, clock);
    }

    /// Sends a payload of this Ethernet type to the guest's card, or as a broadcast if the guest cannot know its
    /// address yet.
    public void ethernet(boolean toAll, int type, byte[] payload) {
        ByteBuffer frame = outlet.frame(EthernetFrame.HEADER + payload.length);
        if (frame == null) {
            counters.dropped();
            return;
        }
        EthernetFrame.header(frame, toAll ? MacAddress.BROADCAST : guest, Subnet.GATEWAY_MAC, type);
        frame.put(payload);
        counters.down(EthernetFrame.HEADER + payload.length);
    }

    /// Sends a payload in an IPv4 packet from this address to the guest.
    ///
    /// @return the packet's length in bytes
    public int ipv4(IpAddress from, int protocol, byte[] payload) {
        byte[] packet = Ipv4Packet.bytes(from, Subnet.GUEST, protocol, payload);
        ethernet(false, EthernetFrame.TYPE_IPV4, packet);
        return packet.length;
    }

    /// Sends the guest an ICMP error that its packet's destination is unreachable, unless the packet was a
    /// multicast or too many errors were sent.
    ///
    /// @return the length in bytes of the error's packet, 0 if none was sent
    public int unreachable(int code, Ipv4Packet packet) {
        if (Subnet.many(packet.destination()) || !errors.take()) {
            return 0;
        }
        return ipv4(
                Subnet.GATEWAY,
                IpProtocols.ICMP,
                IcmpMessage.unreachable(code, packet).bytes());
    }

    /// Sends a segment of the flow `key` back to the guest, with bytes of a queue.
    ///
    /// @return the packet's length in bytes, 0 if there is no space for it now
    public int tcp(FlowKey key, GuestEndpoint.Header header, SegmentQueue data, int from, int length) {
        int options = header.opening() ? (header.scaling() ? 8 : 4) : 0;
        int segment = TcpSegment.HEADER + options + length;
        int total = EthernetFrame.HEADER + Ipv4Packet.HEADER + segment;
        ByteBuffer frame = length > 0 && outlet.room() < total + RESERVE ? null : outlet.frame(total);
        if (frame == null) {
            return 0;
        }
        EthernetFrame.header(frame, guest, Subnet.GATEWAY_MAC, EthernetFrame.TYPE_IPV4);
        Ipv4Packet.header(frame, key.target(), Subnet.GUEST, IpProtocols.TCP, segment);
        int start = frame.position();
        tcpHeader(frame, key, header, (TcpSegment.HEADER + options) / 4);
        data.copy(from, length, frame);
        TcpSegment.seal(frame.slice(start, segment), key.target(), Subnet.GUEST);
        counters.down(total);
        return Ipv4Packet.HEADER + segment;
    }

    private static void tcpHeader(ByteBuffer frame, FlowKey key, GuestEndpoint.Header header, int words) {
        frame.putShort((short) key.targetPort()).putShort((short) key.sourcePort());
        frame.putInt(header.seq()).putInt(header.ack());
        frame.put((byte) (words << 4)).put((byte) header.flags()).putShort((short) header.window());
        frame.putInt(0);
        if (header.opening()) {
            frame.putInt(OPTION_LARGEST);
            if (header.scaling()) {
                frame.putInt(OPTION_SCALE);
            }
        }
    }
}
