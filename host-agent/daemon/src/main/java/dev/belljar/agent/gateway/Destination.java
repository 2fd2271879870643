package dev.belljar.agent.gateway;

import org.jspecify.annotations.Nullable;

/// Where a flow wants to go: protocol (`tcp`, `udp`, `icmp`, `dns`, `other`), literal address, port (0 where there
/// is none), the name asked for if any, and the process that wants it if the machine told.
public record Destination(
        String protocol,
        String address,
        int port,
        @Nullable String name,
        @Nullable Sender sender) {
    /// What nobody knows the process of.
    public Destination(String protocol, String address, int port, @Nullable String name) {
        this(protocol, address, port, name, null);
    }

    /// A rule that names this address, in words: "`allow db.example.org:5432 tcp at 10.0.0.5`".
    public String namingRule() {
        return "`allow " + (name == null ? to(address) : to(name) + " at " + address) + "`";
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
