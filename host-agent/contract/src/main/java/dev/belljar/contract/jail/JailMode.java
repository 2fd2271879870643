package dev.belljar.contract.jail;

/// What happens when a jail accesses a hidden path.
public enum JailMode {
    /// The access waits until the user has answered.
    DYNAMIC,
    /// Nothing is asked; hidden paths stay hidden.
    STATIC
}
