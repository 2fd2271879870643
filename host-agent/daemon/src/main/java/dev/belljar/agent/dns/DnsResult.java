package dev.belljar.agent.dns;

import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IpAddress;
import java.util.List;

/// What became of a name: the DNS code, its IPv4 addresses, and for how many seconds both are good.
public record DnsResult(int code, List<IpAddress> addresses, long seconds) {
    static final DnsResult FAILED = new DnsResult(DnsMessage.SERVER_FAILURE, List.of(), 2);
}
