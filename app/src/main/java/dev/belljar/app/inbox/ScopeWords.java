package dev.belljar.app.inbox;

import dev.belljar.contract.policy.Scope;

/// For whom an answer is, in the words of the buttons.
final class ScopeWords {
    private ScopeWords() {}

    static String of(Scope scope) {
        return switch (scope) {
            case ONCE -> "Once";
            case SANDBOX -> "This sandbox";
            case PROJECT -> "Project";
            case USER -> "All of mine";
            case ORGANIZATION -> "Organization";
        };
    }
}
