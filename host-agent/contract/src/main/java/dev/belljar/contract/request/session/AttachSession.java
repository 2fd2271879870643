package dev.belljar.contract.request.session;

/// Asks to attach a terminal of `rows` × `cols` to a sandbox's session; with `watch` it is read-only.
public record AttachSession(boolean watch, int rows, int cols) {}
