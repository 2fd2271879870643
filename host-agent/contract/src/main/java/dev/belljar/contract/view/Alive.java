package dev.belljar.contract.view;

/// What `GET /health` tells a caller without a token: that a host agent answers, and its version. Nothing else.
public record Alive(boolean ok, String version) {}
