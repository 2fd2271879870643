package dev.belljar.contract.event;

import org.jspecify.annotations.Nullable;

/// An approval that was asked of the developer, or how it ended.
///
/// `op` is `asked`, `answered`, `expired` or `withdrawn`; `id` is the approval's id. `protocol`, `name`,
/// `address` and `port` describe the destination; `verdict`, `scope` and `rule` describe the result and are null
/// while the approval waits.
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
