package dev.belljar.contract.request.policy;

import dev.belljar.contract.policy.RuleAction;
import dev.belljar.contract.policy.RuleBudget;
import dev.belljar.contract.policy.RuleScope;
import org.jspecify.annotations.Nullable;

/// Asks to allow or deny what waits for an approval. A null scope is `once`; the budget covers these connections
/// and later ones under the same rule. `ports` widens or narrows a rule for a name (`any`, `22`, `80,443`); null
/// is the requested port, or 80 and 443 if only the name was requested. `at` is the address or range
/// (`10.0.0.5`) of the name; null is the approval's address if that is private, else every public address.
public record AnswerApproval(
        RuleAction action,
        @Nullable RuleScope scope,
        @Nullable RuleBudget budget,
        @Nullable String ports,
        @Nullable String at) {
    /// An answer for every address of the approval.
    public AnswerApproval(
            RuleAction action, @Nullable RuleScope scope, @Nullable RuleBudget budget, @Nullable String ports) {
        this(action, scope, budget, ports, null);
    }
}
