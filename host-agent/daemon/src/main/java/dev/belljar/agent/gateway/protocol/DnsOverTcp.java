package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.flow.FlowKey;
import dev.belljar.agent.gateway.frame.GuestPacketSender;
import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IpProtocols;
import dev.belljar.agent.packet.Ipv4Packet;
import dev.belljar.agent.packet.TcpSegment;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/// Answers DNS over TCP at the gateway's port 53, without any state for a connection.
///
/// As with SYN cookies, the gateway's initial sequence number is a function of the ports and a secret. So a
/// segment that acknowledges that number, and nothing after it, is known to have the client's first bytes. Every
/// stub resolver sends its question in one segment; the gateway answers and closes the connection in one segment
/// too. All other segments are reset. So a flood of connections costs no memory, and if an answer is lost, the
/// client's retransmission asks again.
final class DnsOverTcp {
    private static final int HEADERS = Ipv4Packet.HEADER + TcpSegment.HEADER + Short.BYTES;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final DnsHandler handler;
    private final GuestPacketSender packetSender;
    private final int secret = new SecureRandom().nextInt();

    DnsOverTcp(DnsHandler handler, GuestPacketSender packetSender) {
        this.handler = handler;
        this.packetSender = packetSender;
    }

    /// Answers a segment that came to the port.
    ///
    /// @return the length in bytes of the packet sent, 0 if none
    int segment(Ipv4Packet packet, TcpSegment tcp) {
        if (tcp.has(TcpSegment.RST)) {
            return 0;
        }
        int ours = Objects.hash(secret, tcp.sourcePort(), tcp.destinationPort());
        if (tcp.has(TcpSegment.SYN)) {
            return tcp.has(TcpSegment.ACK)
                    ? send(tcp.reset())
                    : send(tcp.answer(ours, tcp.next(), TcpSegment.SYN | TcpSegment.ACK, NOTHING));
        }
        if (tcp.payload().hasRemaining() && tcp.ack() == ours + 1) {
            return answer(packet, tcp, ours + 1);
        }
        if (tcp.has(TcpSegment.FIN)) {
            return send(tcp.answer(tcp.ack(), tcp.next(), TcpSegment.ACK, NOTHING));
        }
        return tcp.payload().hasRemaining() || !tcp.has(TcpSegment.ACK) ? send(tcp.reset()) : 0;
    }

    private int answer(Ipv4Packet packet, TcpSegment tcp, int seq) {
        ByteBuffer data = tcp.payload();
        int length = data.remaining() - 2;
        if (length < 0 || (data.getShort(data.position()) & 0xffff) != length) {
            return send(tcp.reset());
        }
        ByteBuffer question = data.slice(data.position() + 2, length);
        FlowKey key = new FlowKey("dns", packet.source(), tcp.sourcePort(), Subnet.GATEWAY, DnsMessage.PORT);
        if (handler.waits(key, question)) {
            // Not acknowledged: the client sends the question again, and by then there is an answer.
            return 0;
        }
        List<byte[]> answers = new ArrayList<>(1);
        handler.ask(key, question, packet.whole().remaining(), HEADERS, answers::add);
        if (answers.isEmpty()) {
            return send(tcp.reset());
        }
        byte[] answer = answers.getFirst();
        ByteBuffer framed = ByteBuffer.allocate(2 + answer.length);
        framed.putShort((short) answer.length).put(answer).flip();
        return send(tcp.answer(seq, tcp.next(), TcpSegment.PSH | TcpSegment.ACK | TcpSegment.FIN, framed));
    }

    private int send(TcpSegment tcp) {
        return packetSender.ipv4(Subnet.GATEWAY, IpProtocols.TCP, tcp.bytes(Subnet.GATEWAY, Subnet.GUEST));
    }
}
