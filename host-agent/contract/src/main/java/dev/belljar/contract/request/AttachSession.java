package dev.belljar.contract.request;

/// Attach a terminal of `rows` × `cols` to a sandbox's session; with `watch` only to look at it.
public record AttachSession(boolean watch, int rows, int cols) {}
