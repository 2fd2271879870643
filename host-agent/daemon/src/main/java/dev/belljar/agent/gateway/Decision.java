package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;

/// What was decided about a destination, the rule behind it in words, and what may pass because of it.
///
/// A decision that is not `ALLOWED` carries a grant of nothing.
public record Decision(Verdict verdict, String rule, Grant grant) {
    /// A decision that lets nothing pass.
    public Decision(Verdict verdict, String rule) {
        this(verdict, rule, Grant.NOTHING);
    }

    /// Allowed by this rule, within this grant.
    public static Decision allowed(String rule, Grant grant) {
        return new Decision(Verdict.ALLOWED, rule, grant);
    }
}
