package dev.belljar.contract.event;

/// What happened to a flow.
public enum NetOp {
    /// The first packet of a flow.
    OPEN,
    /// The byte and packet counts of a flow changed.
    UPDATE,
    /// A flow ended or became idle.
    CLOSE,
    /// A DNS query; `name` is the name queried.
    DNS
}
