package dev.belljar.contract.request;

import org.jspecify.annotations.Nullable;

/// Wish to reach a guest's port at one of this host's `127.0.0.1`; `host` is the same number when null.
///
/// With `seconds` it ends after so long unless asked for again; without, when it is taken back or the host agent
/// ends.
public record ForwardPort(
        int guest, @Nullable Integer host, @Nullable Integer seconds) {}
