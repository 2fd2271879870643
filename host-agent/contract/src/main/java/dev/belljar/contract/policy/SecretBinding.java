package dev.belljar.contract.policy;

import org.jspecify.annotations.Nullable;

/// Where a secret may replace its placeholder: in the header fields of requests to `host`, with `anywhere` also
/// in query and body; in requests of the sandbox with this id, or of any sandbox if null.
public record SecretBinding(
        String host, boolean anywhere, @Nullable String sandbox) {}
