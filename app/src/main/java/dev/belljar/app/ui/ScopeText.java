package dev.belljar.app.ui;

import dev.belljar.contract.policy.RuleScope;

/// For whom an answer or a rule is, in the words of buttons and headings.
public final class ScopeText {
    private ScopeText() {}

    /// The words for a scope.
    public static String of(RuleScope scope) {
        return switch (scope) {
            case ONCE -> "Once";
            case SANDBOX -> "This sandbox";
            case PROJECT -> "Project";
            case USER -> "All of mine";
            case ORGANIZATION -> "Organization";
        };
    }
}
