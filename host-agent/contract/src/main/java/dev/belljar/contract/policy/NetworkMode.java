package dev.belljar.contract.policy;

/// The network mode: what happens to a destination without a rule. The strictest comes first.
public enum NetworkMode {
    /// The destination is refused at once.
    CLOSED,
    /// The package registries Belljar knows are allowed, every other destination is refused at once.
    REGISTRIES,
    /// The connection waits for the developer's answer and is refused without one.
    ASK,
    /// The destination is allowed and recorded; private and special addresses remain refused.
    OPEN
}
