package dev.belljar.contract.event;

/// What happened on the network.
public enum NetOp {
    /// The first packet of a flow.
    OPEN,
    /// A flow's figures changed.
    UPDATE,
    /// A flow ended or went quiet.
    CLOSE,
    /// A DNS question; `name` is what was asked.
    DNS
}
