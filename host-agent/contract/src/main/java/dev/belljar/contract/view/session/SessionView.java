package dev.belljar.contract.view.session;

import org.jspecify.annotations.Nullable;

/// The session of a sandbox: its name and the program that keeps it alive: `zellij`, `tmux`, or `shell` if none
/// does.
///
/// With Zellij, `token` logs a browser in at its web page and `watchToken` does so read-only; the page is served
/// on this `port` of the machine's loopback, unless another program of the machine uses it.
public record SessionView(
        String name,
        String by,
        @Nullable Integer port,
        @Nullable String token,
        @Nullable String watchToken) {}
