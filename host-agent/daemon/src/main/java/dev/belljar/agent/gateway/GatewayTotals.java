package dev.belljar.agent.gateway;

/// The figures of a gateway since it was opened: frames and bytes from and to the guest; flows and DNS
/// questions, and how many of them were refused, including those not listed one by one; frames dropped as
/// malformed and as spoofed (with a source address that is not the guest's); and answers dropped because the
/// guest did not read them.
public record GatewayTotals(
        long framesUp,
        long framesDown,
        long bytesUp,
        long bytesDown,
        long flows,
        long refused,
        long malformed,
        long spoofed,
        long dropped) {}
