package dev.belljar.contract.request;

import dev.belljar.contract.policy.Action;
import dev.belljar.contract.policy.Budget;
import dev.belljar.contract.policy.Scope;
import org.jspecify.annotations.Nullable;

/// Let through or refuse what waits. Null scope is `once`; the budget counts for this and what follows under the
/// same rule. `ports` widens or narrows a rule for a name (`any`, `22`, `80,443`); null is the port that was asked
/// for, and 80 and 443 when only the name was.
public record AnswerApproval(
        Action action,
        @Nullable Scope scope,
        @Nullable Budget budget,
        @Nullable String ports) {}
