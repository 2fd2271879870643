package dev.belljar.contract.request;

import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Let through or refuse what waits. Null scope is `once`; the budget counts for this and what follows under the
/// same rule. `ports` widens or narrows a rule for a name (`any`, `22`, `80,443`); null is the port that was asked
/// for, and 80 and 443 when only the name was. `at` is the address or range (`10.0.0.5`) of the
/// name; null is the address the question names if that is a private one, and else every public one.
public record AnswerApproval(
        RuleAction action,
        @Nullable RuleScope scope,
        @Nullable RuleBudget budget,
        @Nullable String ports,
        @Nullable String at) {
    /// An answer about every address the question is about.
    public AnswerApproval(
            RuleAction action, @Nullable RuleScope scope, @Nullable RuleBudget budget, @Nullable String ports) {
        this(action, scope, budget, ports, null);
    }
}
