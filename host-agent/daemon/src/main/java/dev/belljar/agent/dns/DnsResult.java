package dev.belljar.agent.dns;

import dev.belljar.agent.packet.DnsMessage;
import dev.belljar.agent.packet.IpAddress;
import java.util.List;

/// The result of a look-up: the DNS response code, the IPv4 addresses, and for how many seconds both are valid.
public record DnsResult(int code, List<IpAddress> addresses, long seconds) {
    static final DnsResult FAILED = new DnsResult(DnsMessage.SERVER_FAILURE, List.of(), 2);
}
