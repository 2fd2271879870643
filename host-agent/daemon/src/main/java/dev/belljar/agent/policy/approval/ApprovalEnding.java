package dev.belljar.agent.policy.approval;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Why an approval ends: the word for the audit and the events, the scope of an answer, and the rule or the reason in
/// words.
record ApprovalEnding(String op, @Nullable RuleScope scope, String rule, ApprovalEvent.DecidedBy by, boolean stops) {
    static ApprovalEnding answered(RuleScope scope, String rule) {
        return new ApprovalEnding("answered", scope, rule, ApprovalEvent.DecidedBy.USER, false);
    }

    /// A rule that was added or removed decides it.
    static ApprovalEnding ruled(String rule) {
        return new ApprovalEnding("answered", null, rule, ApprovalEvent.DecidedBy.RULE, false);
    }

    static ApprovalEnding expired(String why) {
        return new ApprovalEnding("expired", null, why, ApprovalEvent.DecidedBy.NOBODY, false);
    }

    /// Its sandbox stops.
    static ApprovalEnding withdrawn(String why) {
        return new ApprovalEnding("withdrawn", null, why, ApprovalEvent.DecidedBy.NOBODY, true);
    }

    /// The host agent stops.
    static ApprovalEnding ofStop(String why) {
        return new ApprovalEnding("expired", null, why, ApprovalEvent.DecidedBy.NOBODY, true);
    }

    boolean isAnswer() {
        return by != ApprovalEvent.DecidedBy.NOBODY;
    }

    ApprovalOutcome outcome(Verdict verdict) {
        if (isAnswer()) {
            return verdict == Verdict.ALLOWED ? ApprovalOutcome.ALLOWED : ApprovalOutcome.DENIED;
        }
        return stops ? ApprovalOutcome.STOPPED : ApprovalOutcome.EXPIRED;
    }
}
