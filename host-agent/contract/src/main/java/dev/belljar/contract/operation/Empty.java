package dev.belljar.contract.operation;

/// A request without parameters, or a response without content.
public record Empty() {
    /// The only value.
    public static final Empty NOTHING = new Empty();
}
