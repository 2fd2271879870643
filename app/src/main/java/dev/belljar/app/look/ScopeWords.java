package dev.belljar.app.look;

import dev.belljar.contract.policy.Scope;

/// For whom an answer or a rule is, in the words of buttons and headings.
public final class ScopeWords {
    private ScopeWords() {}

    /// The words for a scope.
    public static String of(Scope scope) {
        return switch (scope) {
            case ONCE -> "Once";
            case SANDBOX -> "This sandbox";
            case PROJECT -> "Project";
            case USER -> "All of mine";
            case ORGANIZATION -> "Organization";
        };
    }
}
