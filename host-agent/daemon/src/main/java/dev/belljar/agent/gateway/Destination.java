package dev.belljar.agent.gateway;

import dev.belljar.agent.packet.AddressKind;
import dev.belljar.agent.packet.IpAddress;
import dev.belljar.contract.text.HostServiceText;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/// The destination of a flow: protocol (`tcp`, `udp`, `icmp`, `dns`, `other`), literal address, port (0 if there
/// is none), the host name if any, and the process that sends if the guest reported it. `listener` is the program
/// that listens on the port if that is one of the host's, null if it is not known.
public record Destination(
        String protocol,
        String address,
        int port,
        @Nullable String name,
        @Nullable SendingProcess sender,
        @Nullable String listener) {
    /// A destination that is no service of the host, or one whose program is not known.
    public Destination(
            String protocol, String address, int port, @Nullable String name, @Nullable SendingProcess sender) {
        this(protocol, address, port, name, sender, null);
    }

    /// A destination whose process is not known.
    public Destination(String protocol, String address, int port, @Nullable String name) {
        this(protocol, address, port, name, null);
    }

    /// The text of a rule that allows this address: "`allow db.example.org:5432 tcp at 10.0.0.5`".
    public String namingRule() {
        return "`allow " + (name == null ? to(address) : to(name) + " at " + address) + "`";
    }

    /// Whether this is a DNS question whose name is known to lead to `address`; other DNS questions have the
    /// gateway's address.
    public boolean leads() {
        return protocol.equals("dns") && !address.equals(Subnet.GATEWAY.toString());
    }

    /// What is special about the address, in words; null for an address of the public internet and for what is
    /// no address.
    public @Nullable String special() {
        IpAddress to = literal();
        return to == null ? null : AddressKind.special(to);
    }

    /// Whether the developer may be asked if the name may lead to its address: only for a private or reserved
    /// address at which a server of the developer's network may be.
    public boolean askable() {
        IpAddress to = literal();
        return name != null && to != null && AddressKind.network(to, 32) && !ofMachine();
    }

    /// Whether the address is on the machine's own network: the machine's or the gateway's.
    public boolean ofMachine() {
        IpAddress to = literal();
        return to != null && Subnet.contains(to);
    }

    /// Whether this is a service of the host, or a DNS question for the name of its services.
    public boolean ofService() {
        boolean named = HostServiceText.NAME.equals(name);
        return protocol.equals("dns") ? named : named || address.equals(Subnet.HOST.toString());
    }

    private @Nullable IpAddress literal() {
        try {
            return IpAddress.of(InetAddress.ofLiteral(address));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /// Adds the port and protocol that a flow has; a DNS question has neither yet.
    private String to(String where) {
        if (protocol.equals("dns") || protocol.equals("other")) {
            return where;
        }
        String host = port != 0 && where.indexOf(':') >= 0 ? "[" + where + "]" : where;
        return (port == 0 ? host : host + ":" + port) + " " + protocol;
    }

    /// The program file of the process, null if it is not known.
    public @Nullable String program() {
        return sender == null ? null : sender.program();
    }
}
