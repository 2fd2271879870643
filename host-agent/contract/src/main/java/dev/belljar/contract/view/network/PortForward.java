package dev.belljar.contract.view.network;

/// A TCP port of this host's `127.0.0.1` that is forwarded to a port of a guest's loopback.
public record PortForward(int guest, int host) {}
