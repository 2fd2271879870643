package dev.belljar.contract.request;

import org.jspecify.annotations.Nullable;

/// Let a secret be used for a host name, in header fields or, with `anywhere`, also in query and body; from one
/// sandbox (id or name), or from any for null.
public record BindSecret(
        String host, @Nullable Boolean anywhere, @Nullable String sandbox) {}
