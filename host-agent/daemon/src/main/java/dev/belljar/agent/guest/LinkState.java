package dev.belljar.agent.guest;

/// Where a guest link stands.
public enum LinkState {
    /// Trying to reach the guest, for the first time or again.
    CONNECTING,
    /// In step; requests are answered.
    UP,
    /// Closed for good by this side.
    CLOSED
}
