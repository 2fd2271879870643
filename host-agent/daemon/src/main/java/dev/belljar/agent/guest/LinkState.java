package dev.belljar.agent.guest;

/// The state of a guest link.
public enum LinkState {
    /// Trying to reach the guest, for the first time or again.
    CONNECTING,
    /// Connected and synchronised; requests are answered.
    UP,
    /// Closed for good by this side.
    CLOSED
}
