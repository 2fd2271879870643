package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// Where a secret may be put in place: in requests to `host`, in header fields, and with `anywhere` also in query
/// and body; from the sandbox with this id, or from any for null.
public record SecretBinding(
        String host, boolean anywhere, @Nullable String sandbox) {}
