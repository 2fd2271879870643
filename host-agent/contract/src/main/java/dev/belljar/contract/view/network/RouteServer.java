package dev.belljar.contract.view.network;

import org.jspecify.annotations.Nullable;

/// The web server behind all addresses: `state` is `starting`, `running`, `missing` or `failing`, `detail` a
/// sentence about it.
///
/// `httpsPort` is 0 while it has none; `certificate` is the file of the root certificate that signs its
/// certificates, null until it exists; `domain` is the domain of the addresses, `sandbox.localhost` or
/// `sandbox.local`.
public record RouteServer(
        String state,
        String detail,
        int httpsPort,
        int httpPort,
        @Nullable String certificate,
        String domain) {}
