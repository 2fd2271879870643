package dev.belljar.contract.policy;

/// What happens to what no rule speaks of, the strictest first.
public enum PolicyPreset {
    /// Refused at once.
    CLOSED,
    /// The package registries Belljar knows are allowed, all else is refused at once.
    REGISTRIES,
    /// Held until a person answers; refused when nobody does.
    ASK,
    /// Allowed and recorded; private and special addresses stay refused.
    OPEN
}
