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

    /// The file of the process that wants it, null where it is not known.
    public @Nullable String program() {
        return sender == null ? null : sender.program();
    }
}
