package dev.belljar.agent.jail.plan;

/// Where a jail keeps its own files: the changes to its overlays, which stay, and its socket.
public record JailFolders(String overlays, String socket) {}
