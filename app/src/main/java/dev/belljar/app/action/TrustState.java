package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether the person's browsers trust the addresses of sandboxes; `hindrance` says why they cannot be told, and
/// `remedy` is the command that mends it, if one does.
public record TrustState(
        List<Browser> browsers,
        @Nullable String hindrance,
        @Nullable String remedy) {
    private static final Texts TEXTS = Texts.of(TrustState.class);

    public TrustState {
        browsers = List.copyOf(browsers);
    }

    /// A browser by its name, and where it keeps what it trusts.
    public record Browser(String name, String place, Standing standing) {}

    /// How a browser stands to the root.
    public enum Standing {
        TRUSTED,
        OLDER,
        NOT_YET,
        UNKNOWN;

        /// In a few words.
        public String words() {
            return TEXTS.get(this);
        }
    }

    /// No browser is looked at, as in a picture.
    static TrustState untouched() {
        return new TrustState(List.of(), TEXTS.get("trust.off"), null);
    }

    /// Whether some browser would warn of an address, and can be told not to.
    public boolean missing() {
        return hindrance == null
                && browsers.stream().anyMatch(b -> b.standing() == Standing.OLDER || b.standing() == Standing.NOT_YET);
    }

    /// Whether nobody can say how some browser stands.
    public boolean unclear() {
        return hindrance != null || browsers.stream().anyMatch(b -> b.standing() == Standing.UNKNOWN);
    }

    /// Whether some browser has, or may have, a root of Belljar's that can be taken back.
    public boolean given() {
        return hindrance == null && browsers.stream().anyMatch(b -> b.standing() != Standing.NOT_YET);
    }
}
