package dev.belljar.contract.view;

/// A port that something in a sandbox listens on, and the address that leads to it here.
///
/// `process` is the guest's own word for who listens, made visible; `main` is true of the one that the sandbox's
/// plain name leads to.
public record Route(int port, String process, String url, boolean main) {}
