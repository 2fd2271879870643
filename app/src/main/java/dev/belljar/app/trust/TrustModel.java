package dev.belljar.app.trust;

import dev.belljar.app.desktop.TrustState;
import dev.belljar.app.text.Texts;

/// Whether the user's browsers trust the addresses of sandboxes, and what can be done about it.
record TrustModel(TrustState trust) {
    private static final Texts TEXTS = Texts.of(TrustModel.class);

    /// The overall state.
    enum TrustSummary {
        HINDERED,
        MISSING,
        UNCLEAR,
        TRUSTED
    }

    TrustSummary summary() {
        if (trust.hindrance() != null) {
            return TrustSummary.HINDERED;
        } else if (trust.missing()) {
            return TrustSummary.MISSING;
        }
        return trust.unclear() ? TrustSummary.UNCLEAR : TrustSummary.TRUSTED;
    }

    /// The overall state in a few words.
    String words() {
        return TEXTS.get(summary());
    }

    /// The style of the tag with these words; empty for none.
    String style() {
        return switch (summary()) {
            case HINDERED -> "";
            case MISSING, UNCLEAR -> "warn";
            case TRUSTED -> "ok";
        };
    }

    /// True if the certificate can be added to a browser.
    boolean offersTrust() {
        return trust.missing();
    }

    /// True if the certificate can be removed from a browser.
    boolean offersRemoval() {
        return trust.given();
    }
}
