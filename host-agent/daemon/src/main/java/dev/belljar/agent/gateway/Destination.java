package dev.belljar.agent.gateway;

import org.jspecify.annotations.Nullable;

/// Where a flow wants to go: protocol (`tcp`, `udp`, `icmp`, `dns`, `other`), literal address, port (0 where there is
/// none), and the name asked for if any.
public record Destination(
        String protocol, String address, int port, @Nullable String name) {}
