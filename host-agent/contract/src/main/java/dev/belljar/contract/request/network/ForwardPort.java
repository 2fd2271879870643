package dev.belljar.contract.request.network;

import org.jspecify.annotations.Nullable;

/// Asks to forward a port of this host's `127.0.0.1` to a port of the guest; a null `host` means the same
/// number.
///
/// With `seconds` the forward ends after that time unless it is requested again; without, it ends when it is
/// closed or the host agent ends.
public record ForwardPort(
        int guest, @Nullable Integer host, @Nullable Integer seconds) {}
