package dev.belljar.app.ui;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.RuleScope;

/// The names of scopes of answers and rules, as buttons and headings show them.
public final class ScopeText {
    private static final Texts TEXTS = Texts.of(ScopeText.class);

    private ScopeText() {}

    /// Returns the name of a scope.
    public static String of(RuleScope scope) {
        return TEXTS.get(scope);
    }
}
