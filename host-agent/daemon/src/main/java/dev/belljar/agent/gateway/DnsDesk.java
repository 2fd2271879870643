package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.Dns;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.agent.packet.MalformedPacket;
import java.nio.ByteBuffer;

/// Answers DNS questions as policy decides: today every name is refused at once, and recorded.
///
/// The answer is REFUSED, not NXDOMAIN: a resolver keeps "there is no such name" for minutes, so a name that a
/// person allows a moment later would still not be found, and it would be a lie. REFUSED is kept by nobody, and
/// programs fail with "temporary failure in name resolution".
record DnsDesk(Boundary boundary, FlowLog flows, Counters counters) {
    /// The answer to a message, empty when there is none to give.
    byte[] answer(IpAddress source, int port, ByteBuffer message, int bytes) {
        FlowKey key = new FlowKey("dns", source, port, Subnet.GATEWAY, Dns.PORT);
        try {
            Dns question = Dns.parse(message);
            Wanted wanted = new Wanted("dns", Subnet.GATEWAY, Dns.PORT, question.name());
            byte[] answer = question.refusal(Dns.REFUSED);
            flows.question(key, question.name(), bytes, answer.length, boundary.judge(wanted));
            return answer;
        } catch (MalformedPacket e) {
            counters.malformed();
            byte[] answer = Dns.formatError(message);
            flows.question(key, "?", bytes, answer.length, Boundary.never("malformed DNS"));
            return answer;
        }
    }
}
