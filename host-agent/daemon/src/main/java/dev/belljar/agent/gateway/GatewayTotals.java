package dev.belljar.agent.gateway;

/// Figures of a gateway since it was opened: frames and bytes from and to the guest, flows seen, flows refused,
/// frames
/// dropped as malformed.
public record GatewayTotals(
        long framesUp, long framesDown, long bytesUp, long bytesDown, long flows, long refused, long malformed) {}
