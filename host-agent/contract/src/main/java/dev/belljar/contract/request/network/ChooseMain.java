package dev.belljar.contract.request.network;

import org.jspecify.annotations.Nullable;

/// Asks that the sandbox's plain host name lead to this port; null means the most likely dev server.
public record ChooseMain(@Nullable Integer port) {}
