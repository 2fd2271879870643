package dev.belljar.contract.view;

import org.jspecify.annotations.Nullable;

/// What a command left: exactly one of `code` and `signal`, and its output in base64, cut at 1 MiB each (`truncated`
/// says so).
public record ExecResult(
        @Nullable Integer code,
        @Nullable Integer signal,
        boolean timedOut,
        String stdout,
        String stderr,
        boolean truncated,
        long millis) {}
