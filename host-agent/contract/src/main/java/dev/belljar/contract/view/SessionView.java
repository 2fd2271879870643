package dev.belljar.contract.view;

import org.jspecify.annotations.Nullable;

/// The session of a sandbox: its name, and what keeps it: `zellij`, `tmux`, or `shell` when nothing does.
///
/// With Zellij, `token` logs a browser in at its web page, and `watchToken` one that may only look; the page is served
/// on this `port` of the machine's own loopback, unless another program of the machine has it.
public record SessionView(
        String name,
        String by,
        @Nullable Integer port,
        @Nullable String token,
        @Nullable String watchToken) {}
