package dev.belljar.agent.policy.rule;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import org.jspecify.annotations.Nullable;

/// What the rules decide about a destination: the verdict, the reason in words, and the deciding rule, null if
/// none matched.
///
/// `named` is true if a rule names the destination's address, `exact` if a rule names that address alone. For a
/// DNS query that is the address the name leads to, if known: one rule may allow the name and another the
/// private address behind it. `any` is true if other protocols than TLS and HTTP are allowed on all ports.
/// `layer` is that of the deciding rule, or what decided if none matched.
public record PolicyVerdict(
        Verdict verdict,
        String words,
        @Nullable CompiledRule by,
        boolean named,
        boolean exact,
        boolean any,
        @Nullable RefusalReason reason,
        RuleLayer layer) {
    /// The verdict on a destination that waits for an approval.
    static PolicyVerdict held(String words) {
        return new PolicyVerdict(Verdict.HELD, words, null, false, false, false, null, RuleLayer.NETWORK_MODE);
    }

    /// The verdict on a destination that is allowed although no rule matches.
    static PolicyVerdict allowed(RuleLayer layer, String words, boolean any) {
        return new PolicyVerdict(Verdict.ALLOWED, words, null, false, false, any, null, layer);
    }

    /// The verdict on a destination that this rule refuses.
    static PolicyVerdict refused(RefusalReason reason, String words, CompiledRule by) {
        return new PolicyVerdict(Verdict.REFUSED, words, by, false, false, false, reason, by.layer());
    }

    /// The verdict on a destination that is refused although no rule matches.
    public static PolicyVerdict refused(RefusalReason reason, String words, RuleLayer layer) {
        return new PolicyVerdict(Verdict.REFUSED, words, null, false, false, false, reason, layer);
    }

    /// The decision about a destination that is not allowed.
    public FlowDecision decision() {
        return reason == null ? FlowDecision.held(words) : FlowDecision.refused(reason, words, layer);
    }
}
