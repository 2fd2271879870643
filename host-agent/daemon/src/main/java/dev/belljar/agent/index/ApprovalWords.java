package dev.belljar.agent.index;

import dev.belljar.contract.event.ApprovalEvent;
import dev.belljar.contract.event.ApprovalEvent.DecidedBy;
import dev.belljar.contract.policy.ApprovalOutcome;
import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Says in words how an approval ended, for its mark on the timeline.
final class ApprovalWords {
    private ApprovalWords() {}

    static boolean allowed(ApprovalEvent event) {
        return event.outcome() == ApprovalOutcome.ALLOWED;
    }

    /// For example `allowed by you for this sandbox (curl)`.
    static String of(ApprovalEvent event) {
        ApprovalOutcome outcome = event.outcome() == null ? ApprovalOutcome.EXPIRED : event.outcome();
        String ended = switch (outcome) {
            case ALLOWED -> "allowed" + by(event.by()) + range(event.scope());
            case DENIED -> "denied" + by(event.by()) + range(event.scope());
            case EXPIRED -> "nobody answered in time";
            case STOPPED -> "the sandbox stopped before you answered";
        };
        return event.process() == null ? ended : ended + " (" + event.process() + ")";
    }

    private static String by(@Nullable DecidedBy who) {
        return switch (who) {
            case USER -> " by you";
            case RULE -> " by a rule";
            case NOBODY -> "";
            case null -> "";
        };
    }

    private static String range(@Nullable RuleScope scope) {
        return switch (scope) {
            case ONCE -> " once";
            case SANDBOX -> " for this sandbox";
            case PROJECT -> " for the project";
            case USER -> " for all projects";
            case ORGANIZATION -> " for the organization";
            case null -> "";
        };
    }
}
