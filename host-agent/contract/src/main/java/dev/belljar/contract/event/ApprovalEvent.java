package dev.belljar.contract.event;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// An approval that was requested from the developer, changed, or ended.
///
/// `op` is `asked`, `answered`, `expired` or `withdrawn`; `id` is the approval's id. An `asked` approval replaces the
/// one with the same id: more or fewer connections wait for it now. `protocol`, `name`, `address` and `port` describe
/// the destination, `approval` the whole approval while it waits. `verdict`, `scope`, `rule` (in words), `outcome` and
/// `by` describe the result and are null while it waits. Lines of older versions have no `sandbox`, `approval` and
/// `by`; their `outcome` follows from `op` and `verdict`.
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
        @Nullable RuleScope scope,
        @Nullable String rule,
        @Nullable String sandbox,
        @Nullable Approval approval,
        @Nullable ApprovalOutcome outcome,
        @Nullable DecidedBy by)
        implements HostEvent {
    /// Who or what ended an approval.
    public enum DecidedBy {
        /// The user answered it.
        USER,
        /// A rule that was added or removed meanwhile decided it.
        RULE,
        /// Nobody did.
        NOBODY
    }

    public ApprovalEvent {
        if (outcome == null) {
            outcome = outcome(op, verdict);
        }
    }

    private static @Nullable ApprovalOutcome outcome(String op, @Nullable Verdict verdict) {
        return switch (op) {
            case "answered" -> verdict == Verdict.ALLOWED ? ApprovalOutcome.ALLOWED : ApprovalOutcome.DENIED;
            case "expired" -> ApprovalOutcome.EXPIRED;
            case "withdrawn" -> ApprovalOutcome.STOPPED;
            default -> null;
        };
    }

    /// True while the approval waits for an answer.
    public boolean waits() {
        return outcome == null;
    }

    @Override
    public EventType type() {
        return EventType.APPROVAL;
    }

    @Override
    public ApprovalEvent withSeq(long newSeq) {
        return new ApprovalEvent(
                newSeq, ts, op, id, protocol, name, address, port, process, verdict, scope, rule, sandbox, approval,
                outcome, by);
    }
}
