package dev.belljar.contract.view.network;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import org.jspecify.annotations.Nullable;

/// One flow, or one DNS query (`proto` = `dns`), with its figures so far. Times are milliseconds since the epoch;
/// `ended` is null while it is open; `reason` says why it was refused and is null if it was not; `layer` says what
/// decided, null if an older version did not record it.
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
        @Nullable String rule,
        @Nullable RefusalReason reason,
        @Nullable RuleLayer layer) {
    public FlowRow {
        if (reason == null && verdict == Verdict.REFUSED) {
            reason = RefusalReason.ofOldRule(rule);
        }
        if (layer == null) {
            layer = RuleLayer.ofOldRule(verdict, reason, rule);
        }
    }

    /// A flow whose reason and layer follow from the words of its rule, as in records of older versions.
    public FlowRow(
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
            @Nullable String rule) {
        this(
                flow, started, ended, pid, process, exe, proto, src, dst, name, up, down, packets, verdict, rule, null,
                null);
    }

    /// This flow, ended at this time.
    public FlowRow withEnd(long at) {
        return new FlowRow(
                flow, started, at, pid, process, exe, proto, src, dst, name, up, down, packets, verdict, rule, reason,
                layer);
    }
}
