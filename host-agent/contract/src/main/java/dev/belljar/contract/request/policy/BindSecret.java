package dev.belljar.contract.request.policy;

import org.jspecify.annotations.Nullable;

/// Asks to permit a secret in requests to a host name, in header fields or, with `anywhere`, also in query and
/// body; in requests of one sandbox (id or name), or of any sandbox if null.
public record BindSecret(
        String host, @Nullable Boolean anywhere, @Nullable String sandbox) {}
