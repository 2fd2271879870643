package dev.belljar.app.action;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Whether the person's browsers trust the addresses of sandboxes; `hindrance` says why they cannot be told, and
/// `remedy` is the command that mends it, if one does.
public record TrustState(
        List<Browser> browsers,
        @Nullable String hindrance,
        @Nullable String remedy) {
    public TrustState {
        browsers = List.copyOf(browsers);
    }

    /// A browser by its name, and where it keeps what it trusts.
    public record Browser(String name, String place, Standing standing) {}

    /// How a browser stands to the root.
    public enum Standing {
        TRUSTED("trusts it"),
        OLDER("trusts an older one"),
        NOT_YET("not yet"),
        UNKNOWN("cannot be read");

        private final String words;

        Standing(String words) {
            this.words = words;
        }

        /// In a few words.
        public String words() {
            return words;
        }
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
