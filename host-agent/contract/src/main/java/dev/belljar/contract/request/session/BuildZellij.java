package dev.belljar.contract.request.session;

/// Asks to build Zellij; with `onHost` by a cargo of the host instead of in a sandbox.
public record BuildZellij(boolean onHost) {}
