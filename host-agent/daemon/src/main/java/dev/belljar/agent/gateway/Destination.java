package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.AddressKind;
import dev.belljar.agent.packet.IpAddress;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/// Where a flow wants to go: protocol (`tcp`, `udp`, `icmp`, `dns`, `other`), literal address, port (0 where there
/// is none), the name asked for if any, and the process that wants it if the machine told.
public record Destination(
        String protocol,
        String address,
        int port,
        @Nullable String name,
        @Nullable SendingProcess sender) {
    /// What nobody knows the process of.
    public Destination(String protocol, String address, int port, @Nullable String name) {
        this(protocol, address, port, name, null);
    }

    /// A rule that names this address, in words: "`allow db.example.org:5432 tcp at 10.0.0.5`".
    public String namingRule() {
        return "`allow " + (name == null ? to(address) : to(name) + " at " + address) + "`";
    }

    /// Whether this is a question of which is known that the name leads to `address`; any other is asked with the
    /// gateway's own.
    public boolean leads() {
        return protocol.equals("dns") && !address.equals(Subnet.GATEWAY.toString());
    }

    /// What is special about the address in words; null for one of the public internet, or what is no address.
    public @Nullable String special() {
        IpAddress to = literal();
        return to == null ? null : AddressKind.special(to);
    }

    /// Whether a person may be asked if the name may lead to its address: one of a network of their own.
    public boolean askable() {
        IpAddress to = literal();
        return name != null && to != null && AddressKind.network(to, 32) && !ofMachine();
    }

    /// Whether the address is one of the machine's own network: its own, or the gateway's.
    public boolean ofMachine() {
        IpAddress to = literal();
        return to != null && Subnet.contains(to);
    }

    private @Nullable IpAddress literal() {
        try {
            return IpAddress.of(InetAddress.ofLiteral(address));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /// With port and protocol where a flow has them; a question has neither yet.
    private String to(String where) {
        if (protocol.equals("dns") || protocol.equals("other")) {
            return where;
        }
        String host = port != 0 && where.indexOf(':') >= 0 ? "[" + where + "]" : where;
        return (port == 0 ? host : host + ":" + port) + " " + protocol;
    }

    /// The file of the process that wants it, null where it is not known.
    public @Nullable String program() {
        return sender == null ? null : sender.program();
    }
}
