package dev.belljar.agent.jail;

import dev.belljar.agent.audit.AuditLine;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.RuleScope;
import java.time.InstantSource;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Reports held accesses and how they ended: to clients as events, and to the audit log.
final class JailApprovals {
    private final AuditLog audit;
    private final Consumer<HostEvent> events;
    private final InstantSource clock;

    JailApprovals(AuditLog audit, Consumer<HostEvent> events, InstantSource clock) {
        this.audit = audit;
        this.events = events;
        this.clock = clock;
    }

    void asked(HeldAccess access) {
        record("held", access, "held", "approval " + access.approval());
        events.accept(event("asked", access, access.view(), null, null, null));
    }

    void answered(HeldAccess access, boolean allowed, RuleScope scope) {
        record(
                "answered",
                access,
                allowed ? "allowed" : "refused",
                "answered by the user, for %s, approval %s"
                        .formatted(scope.name().toLowerCase(Locale.ROOT), access.approval()));
        events.accept(event(
                "answered",
                access,
                null,
                allowed ? Verdict.ALLOWED : Verdict.REFUSED,
                scope,
                allowed ? ApprovalOutcome.ALLOWED : ApprovalOutcome.DENIED));
    }

    void expired(HeldAccess access) {
        record("expired", access, "refused", "nobody answered in time, approval " + access.approval());
        events.accept(event("expired", access, null, Verdict.REFUSED, null, ApprovalOutcome.EXPIRED));
    }

    void withdrawn(HeldAccess access, String why) {
        record("withdrawn", access, "refused", why + ", approval " + access.approval());
        events.accept(event("withdrawn", access, null, Verdict.REFUSED, null, ApprovalOutcome.STOPPED));
    }

    /// Records a decision that nobody was asked about.
    void decided(RunningJail jail, WardenMessage message) {
        audit.record(new AuditLine(
                "policy",
                jail.id(),
                "file " + message.path(),
                "allow".equals(message.decision()) ? "allowed" : "refused",
                "jail: " + message.why()));
    }

    private void record(String what, HeldAccess access, String verdict, String detail) {
        audit.record(
                new AuditLine(what, access.jail(), access.words(), verdict, detail).withApproval(access.approval()));
    }

    private ApprovalEvent event(
            String op,
            HeldAccess access,
            @Nullable Approval view,
            @Nullable Verdict verdict,
            @Nullable RuleScope scope,
            @Nullable ApprovalOutcome outcome) {
        ApprovalEvent.DecidedBy by =
                outcome == null ? null : scope == null ? ApprovalEvent.DecidedBy.NOBODY : ApprovalEvent.DecidedBy.USER;
        return new ApprovalEvent(
                0,
                clock.millis(),
                op,
                access.approval(),
                "file",
                access.path(),
                null,
                0,
                access.program(),
                verdict,
                scope,
                null,
                access.jail(),
                view,
                outcome,
                by);
    }
}
