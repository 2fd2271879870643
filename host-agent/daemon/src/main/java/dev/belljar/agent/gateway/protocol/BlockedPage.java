package dev.belljar.agent.gateway.protocol;

import dev.belljar.agent.gateway.Subnet;
import dev.belljar.agent.gateway.frame.GuestPacketSender;
import dev.belljar.agent.packet.IpProtocols;
import dev.belljar.agent.packet.TcpSegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Answers HTTP on port 80 of the address of blocked names, without any state for a connection (as `DnsOverTcp`).
///
/// Programs show the status 403 and its words, and apt fails, while it takes a name that cannot be resolved, or a
/// connection that is refused, for a mirror that is away for the moment and succeeds. The first bytes of a connection
/// are answered, whatever they are; later ones are acknowledged and dropped, because a reset would make the guest's
/// kernel drop the answer before the program has read it. Nothing of it leaves.
final class BlockedPage {
    static final int PORT = 80;

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final Pattern HOST = Pattern.compile(
            "\\r\\nhost:[ \\t]*([a-z0-9._-]{1,253})(?::\\d{1,5})?[ \\t]*\\r\\n", Pattern.CASE_INSENSITIVE);

    private final GuestPacketSender packetSender;
    private final int secret = new SecureRandom().nextInt();

    BlockedPage(GuestPacketSender packetSender) {
        this.packetSender = packetSender;
    }

    /// Answers a segment that came to the port.
    ///
    /// @return the length in bytes of the packet sent, 0 if none
    int segment(TcpSegment tcp) {
        if (tcp.has(TcpSegment.RST)) {
            return 0;
        }
        int ours = Objects.hash(secret, tcp.sourcePort(), tcp.destinationPort());
        if (tcp.has(TcpSegment.SYN)) {
            return tcp.has(TcpSegment.ACK)
                    ? send(tcp.reset())
                    : send(tcp.answer(ours, tcp.next(), TcpSegment.SYN | TcpSegment.ACK, NOTHING));
        }
        boolean speaks = tcp.payload().hasRemaining();
        if (!tcp.has(TcpSegment.ACK)) {
            return send(tcp.reset());
        }
        if (speaks && tcp.ack() == ours + 1) {
            int flags = TcpSegment.PSH | TcpSegment.ACK | TcpSegment.FIN;
            return send(tcp.answer(ours + 1, tcp.next(), flags, ByteBuffer.wrap(page(tcp.payload()))));
        }
        return speaks || tcp.has(TcpSegment.FIN) ? send(tcp.answer(tcp.ack(), tcp.next(), TcpSegment.ACK, NOTHING)) : 0;
    }

    /// The response to a request that begins with these bytes.
    private static byte[] page(ByteBuffer request) {
        String text = StandardCharsets.ISO_8859_1.decode(request.duplicate()).toString();
        Matcher host = HOST.matcher(text);
        String body = "Belljar blocked %s. Run belljar-why: it tells why, and what can be done.\n"
                .formatted(host.find() ? host.group(1) : "this name");
        String head = """
            HTTP/1.1 403 Blocked by Belljar
            Content-Type: text/plain; charset=utf-8
            Content-Length: %d
            Cache-Control: no-store
            Connection: close

            """.formatted(body.length()).replace("\n", "\r\n");
        String shown = text.startsWith("HEAD ") ? head : head + body;
        return shown.getBytes(StandardCharsets.US_ASCII);
    }

    private int send(TcpSegment tcp) {
        return packetSender.ipv4(Subnet.BLOCKED, IpProtocols.TCP, tcp.bytes(Subnet.BLOCKED, Subnet.GUEST));
    }
}
