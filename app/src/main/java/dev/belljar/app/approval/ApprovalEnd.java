package dev.belljar.app.approval;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.policy.RuleScope;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// How an approval stopped waiting.
///
/// `kind` is its outcome; `allowed` is true if its connections were let through; `words` is the rule or the
/// reason, empty if none is known.
public record ApprovalEnd(Approval approval, EndKind kind, boolean allowed, String words) {
    private static final Texts TEXTS = Texts.of(ApprovalEnd.class);

    /// The outcomes of an approval.
    public enum EndKind {
        ANSWERED,
        EXPIRED,
        WITHDRAWN,
        UNKNOWN
    }

    /// Returns how an approval ended.
    static ApprovalEnd of(Approval approval, ApprovalEvent event) {
        EndKind kind = switch (event.op()) {
            case "answered" -> EndKind.ANSWERED;
            case "expired" -> EndKind.EXPIRED;
            case "withdrawn" -> EndKind.WITHDRAWN;
            default -> EndKind.UNKNOWN;
        };
        return new ApprovalEnd(approval, kind, event.verdict() == Verdict.ALLOWED, words(event.rule(), event.scope()));
    }

    private static String words(@Nullable String rule, @Nullable RuleScope scope) {
        String reason = rule == null ? "" : rule;
        return scope == null
                ? reason
                : TEXTS.get("approval.end.scope", reason, scope.name().toLowerCase(Locale.ROOT));
    }
}
