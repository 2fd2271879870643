package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import org.jspecify.annotations.Nullable;

/// A decision about a destination: the verdict, the rule behind it in words, and the grant that limits what may
/// pass.
///
/// A decision other than `ALLOWED` has the grant `NOTHING`. `reason` says why it is `REFUSED`, and is null if it is
/// not.
public record FlowDecision(
        Verdict verdict,
        String rule,
        FlowGrant grant,
        @Nullable RefusalReason reason) {
    /// A decision that lets nothing pass; a refusal whatever the policy says.
    public FlowDecision(Verdict verdict, String rule) {
        this(verdict, rule, FlowGrant.NOTHING, verdict == Verdict.REFUSED ? RefusalReason.NEVER_ALLOWED : null);
    }

    /// A decision other than a refusal.
    public FlowDecision(Verdict verdict, String rule, FlowGrant grant) {
        this(verdict, rule, grant, null);
    }

    /// A refusal for this reason, described by the rule.
    public static FlowDecision refused(RefusalReason reason, String rule) {
        return new FlowDecision(Verdict.REFUSED, rule, FlowGrant.NOTHING, reason);
    }

    /// The same decision in other words.
    public FlowDecision described(String words) {
        return new FlowDecision(verdict, words, grant, reason);
    }

    /// Allowed by this rule, within this grant.
    public static FlowDecision allowed(String rule, FlowGrant grant) {
        return new FlowDecision(Verdict.ALLOWED, rule, grant);
    }
}
