package dev.belljar.agent.policy.rule;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import org.jspecify.annotations.Nullable;

/// What the rules decide about a destination: the verdict, the reason in words, and the deciding rule, null if
/// none matched.
///
/// `named` is true if a rule names the destination's address, `exact` if a rule names that address alone. For a
/// DNS query that is the address the name leads to, if known: one rule may allow the name and another the
/// private address behind it. `any` is true if other protocols than TLS and HTTP are allowed on all ports.
public record PolicyVerdict(
        Verdict verdict,
        String words,
        @Nullable CompiledRule by,
        boolean named,
        boolean exact,
        boolean any,
        @Nullable RefusalReason reason) {
    /// The verdict on a destination that is allowed or waits for an approval.
    PolicyVerdict(Verdict verdict, String words, @Nullable CompiledRule by) {
        this(verdict, words, by, false, false, false, null);
    }

    public static PolicyVerdict refused(RefusalReason reason, String words, @Nullable CompiledRule by) {
        return new PolicyVerdict(Verdict.REFUSED, words, by, false, false, false, reason);
    }

    /// The decision about a destination that is not allowed.
    public FlowDecision decision() {
        return reason == null ? new FlowDecision(verdict, words) : FlowDecision.refused(reason, words);
    }
}
