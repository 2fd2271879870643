package dev.belljar.contract.view;

import dev.belljar.contract.event.Verdict;
import org.jspecify.annotations.Nullable;

/// One flow, or one DNS query (`proto` = `dns`), with its figures so far. Times are milliseconds since the
/// epoch;
/// `ended` null while it is open.
public record FlowRow(
        long flow,
        long started,
        @Nullable Long ended,
        @Nullable Integer pid,
        @Nullable String process,
        @Nullable String exe,
        String proto,
        String src,
        String dst,
        @Nullable String name,
        long up,
        long down,
        long packets,
        Verdict verdict,
        @Nullable String rule) {}
