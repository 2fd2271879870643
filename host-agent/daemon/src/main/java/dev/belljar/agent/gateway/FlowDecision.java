package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;

/// What was decided about a destination, the rule behind it in words, and what may pass because of it.
///
/// A decision that is not `ALLOWED` carries a grant of nothing.
public record FlowDecision(Verdict verdict, String rule, FlowGrant grant) {
    /// A decision that lets nothing pass.
    public FlowDecision(Verdict verdict, String rule) {
        this(verdict, rule, FlowGrant.NOTHING);
    }

    /// Allowed by this rule, within this grant.
    public static FlowDecision allowed(String rule, FlowGrant grant) {
        return new FlowDecision(Verdict.ALLOWED, rule, grant);
    }
}
