package dev.belljar.agent.gateway;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import org.jspecify.annotations.Nullable;

/// A decision about a destination: the verdict, the rule behind it in words, and the grant that limits what may
/// pass.
///
/// A decision other than `ALLOWED` has the grant `NOTHING`. `reason` says why it is `REFUSED`, and is null if it is
/// not. `layer` says what decided.
public record FlowDecision(
        Verdict verdict,
        String rule,
        FlowGrant grant,
        @Nullable RefusalReason reason,
        RuleLayer layer) {
    /// A decision that lets nothing pass, whatever the policy says.
    public FlowDecision(Verdict verdict, String rule) {
        this(
                verdict,
                rule,
                FlowGrant.NOTHING,
                verdict == Verdict.REFUSED ? RefusalReason.NEVER_ALLOWED : null,
                RuleLayer.BUILT_IN);
    }

    /// Allowed by this rule of this layer, within this grant.
    public static FlowDecision allowed(String rule, FlowGrant grant, RuleLayer layer) {
        return new FlowDecision(Verdict.ALLOWED, rule, grant, null, layer);
    }

    /// Waits for an answer, because the network mode asks for one.
    public static FlowDecision held(String rule) {
        return new FlowDecision(Verdict.HELD, rule, FlowGrant.NOTHING, null, RuleLayer.NETWORK_MODE);
    }

    /// A refusal by this layer for this reason, described by the rule.
    public static FlowDecision refused(RefusalReason reason, String rule, RuleLayer layer) {
        return new FlowDecision(Verdict.REFUSED, rule, FlowGrant.NOTHING, reason, layer);
    }

    /// The same decision in other words.
    public FlowDecision described(String words) {
        return new FlowDecision(verdict, words, grant, reason, layer);
    }

    /// The refusal by the same layer of what this decided before, for this reason, described by these words.
    public FlowDecision revoked(RefusalReason because, String words) {
        return refused(because, words, layer);
    }

    /// The refusal of what this allowed, once the grant is no longer in force.
    public FlowDecision ended() {
        String why = grant.endReason();
        return why == null ? never(rule + ", which is no longer in force") : new FlowDecision(Verdict.REFUSED, why);
    }

    /// The refusal in these words of what this decided, whatever the policy says. If a rule decided, its layer stays.
    public FlowDecision never(String words) {
        return never(words, this);
    }

    /// The refusal in these words of what this decided, whatever the policy says, because of another decision. If a
    /// rule made one of the two, its layer stays.
    public FlowDecision never(String words, FlowDecision other) {
        RuleLayer by = layer.ofRule() ? layer : other.layer;
        return refused(RefusalReason.NEVER_ALLOWED, words, by.ofRule() ? by : RuleLayer.BUILT_IN);
    }
}
