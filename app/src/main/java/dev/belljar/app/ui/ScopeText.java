package dev.belljar.app.ui;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.policy.RuleScope;

/// For whom an answer or a rule is, in the words of buttons and headings.
public final class ScopeText {
    private static final Texts TEXTS = Texts.of(ScopeText.class);

    private ScopeText() {}

    /// The words for a scope.
    public static String of(RuleScope scope) {
        return TEXTS.get(scope);
    }
}
