package dev.belljar.app.action;

import java.io.IOException;
import java.nio.file.Path;

/// The browsers of the person's own computer, and whether they trust Belljar's root: the certificate in this file
/// (PEM), by which the addresses of sandboxes are signed. Calls take a while.
public interface TrustedBrowsers {
    /// None, as in a picture.
    TrustedBrowsers NONE = new TrustedBrowsers() {
        @Override
        public TrustState look(Path root) {
            return TrustState.untouched();
        }

        @Override
        public TrustState give(Path root) {
            return look(root);
        }

        @Override
        public TrustState takeBack(Path root) {
            return look(root);
        }
    };

    /// How they stand to it.
    ///
    /// @throws IOException when it cannot be found out
    TrustState look(Path root) throws IOException, InterruptedException;

    /// Has those trust it that do not yet; how they stand then.
    ///
    /// @throws IOException when one of them could not be told, with what was said
    TrustState give(Path root) throws IOException, InterruptedException;

    /// Has all of them forget it; how they stand then.
    ///
    /// @throws IOException when one of them could not be told, with what was said
    TrustState takeBack(Path root) throws IOException, InterruptedException;
}
