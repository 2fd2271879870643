package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;

/// A decision about a destination: the verdict, the rule behind it in words, and the grant that limits what may
/// pass.
///
/// A decision other than `ALLOWED` has the grant `NOTHING`.
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
