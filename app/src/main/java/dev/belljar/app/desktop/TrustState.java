package dev.belljar.app.desktop;

import dev.belljar.app.text.Texts;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Which of the user's browsers trust the addresses of sandboxes. `hindrance` says why this cannot be read or
/// changed, and `remedy` is a command that helps, if there is one.
public record TrustState(
        List<BrowserState> browsers,
        @Nullable String hindrance,
        @Nullable String remedy) {
    private static final Texts TEXTS = Texts.of(TrustState.class);

    public TrustState {
        browsers = List.copyOf(browsers);
    }

    /// A browser: its name, the folder of its certificate database, and its trust.
    public record BrowserState(String name, String place, TrustStatus status) {}

    /// Whether a browser trusts the current root certificate, an older one, or none.
    public enum TrustStatus {
        TRUSTED,
        OLDER,
        NOT_YET,
        UNKNOWN;

        /// Describes the trust in a few words.
        public String words() {
            return TEXTS.get(this);
        }
    }

    /// Returns the state without checking a browser, as in pictures.
    public static TrustState untouched() {
        return new TrustState(List.of(), TEXTS.get("trust.off"), null);
    }

    /// True if some browser would warn of an address, and this can be changed.
    public boolean missing() {
        return hindrance == null
                && browsers.stream()
                        .anyMatch(b -> b.status() == TrustStatus.OLDER || b.status() == TrustStatus.NOT_YET);
    }

    /// True if the trust of some browser is not known.
    public boolean unclear() {
        return hindrance != null || browsers.stream().anyMatch(b -> b.status() == TrustStatus.UNKNOWN);
    }

    /// True if some browser has, or may have, a root certificate of Belljar that can be removed.
    public boolean given() {
        return hindrance == null && browsers.stream().anyMatch(b -> b.status() != TrustStatus.NOT_YET);
    }
}
