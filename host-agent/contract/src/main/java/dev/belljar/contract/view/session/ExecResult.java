package dev.belljar.contract.view.session;

import org.jspecify.annotations.Nullable;

/// The result of a command: exactly one of `code` and `signal`, and its two outputs in base64, each cut at 1 MiB
/// (`truncated` says so).
public record ExecResult(
        @Nullable Integer code,
        @Nullable Integer signal,
        boolean timedOut,
        String stdout,
        String stderr,
        boolean truncated,
        long millis) {}
