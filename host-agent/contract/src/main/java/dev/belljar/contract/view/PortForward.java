package dev.belljar.contract.view;

/// A TCP port of this host's `127.0.0.1` that leads to one of a guest's own loopback.
public record PortForward(int guest, int host) {}
