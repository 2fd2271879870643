package dev.belljar.agent.gateway;

/// Figures of a gateway since it was opened: frames and bytes from and to the guest; flows and DNS questions seen and
/// how many of them were refused, those not listed one by one included; frames dropped as malformed, as spoofed (a
/// source that is not the guest's own), and answers dropped because the guest did not read them.
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
