package dev.belljar.contract.request.sandbox;

/// Asks to stop a sandbox: to shut it down, to save its memory (`hibernate`), or to end its machine at once
/// without fetching its work (`now`); at most one of the two.
public record StopSandbox(boolean hibernate, boolean now) {}
