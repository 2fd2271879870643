package dev.belljar.app.snapshots;

import dev.belljar.app.text.FigureFormat;
import dev.belljar.app.text.Texts;
import dev.belljar.contract.view.session.IdentityCheck;
import org.jspecify.annotations.Nullable;

/// Whether a guest has its own identity, in words.
record IdentityModel(IdentityCheck check) {
    private static final Texts TEXTS = Texts.of(IdentityModel.class);
    private static final int LONGEST = 24;

    /// True if the guest was started from a snapshot, so that there is an original to compare with.
    boolean copied() {
        return check.origin() != null;
    }

    /// The overall result.
    String result() {
        if (check.ok()) {
            return TEXTS.get(copied() ? "identity.unique" : "identity.original");
        }
        return TEXTS.get(
                "identity.same", check.items().stream().filter(i -> !i.ok()).count());
    }

    /// What must be different, if anything.
    String explanation() {
        return TEXTS.get(copied() ? "identity.copied" : "identity.booted");
    }

    /// A value of the identity, shortened in the middle; empty text for none.
    static String value(@Nullable String value) {
        return value == null ? "" : FigureFormat.printable(FigureFormat.middle(value, LONGEST));
    }
}
