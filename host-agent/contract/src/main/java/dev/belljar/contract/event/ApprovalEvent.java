package dev.belljar.contract.event;

import org.jspecify.annotations.Nullable;

/// A question about a destination that was put to a person, or how it ended.
///
/// `op` is `asked`, `answered`, `expired` or `withdrawn`; `id` is the question's. `protocol`, `name`, `address` and
/// `port` say what was asked for; `verdict`, `scope` and `rule` what came of it, null while it waits.
public record ApprovalEvent(
        long seq,
        long ts,
        String op,
        String id,
        String protocol,
        @Nullable String name,
        @Nullable String address,
        int port,
        @Nullable String process,
        @Nullable Verdict verdict,
        @Nullable String scope,
        @Nullable String rule)
        implements Event {
    @Override
    public EventType type() {
        return EventType.APPROVAL;
    }

    @Override
    public ApprovalEvent withSeq(long newSeq) {
        return new ApprovalEvent(newSeq, ts, op, id, protocol, name, address, port, process, verdict, scope, rule);
    }
}
