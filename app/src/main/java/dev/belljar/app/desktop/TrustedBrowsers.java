package dev.belljar.app.desktop;

import java.io.IOException;
import java.nio.file.Path;

/// The browsers on the user's desktop, and whether they trust Belljar's root certificate: the PEM file
/// `root`, which signs the certificates of sandbox addresses. Calls take a while.
public interface TrustedBrowsers {
    /// No browsers, as in pictures.
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

    /// Checks which browsers trust the root.
    ///
    /// @throws IOException when that cannot be determined
    TrustState look(Path root) throws IOException, InterruptedException;

    /// Has all browsers trust the root; returns their new state.
    ///
    /// @throws IOException when a browser could not be changed, with the error messages
    TrustState give(Path root) throws IOException, InterruptedException;

    /// Removes the root from all browsers; returns their new state.
    ///
    /// @throws IOException when a browser could not be changed, with the error messages
    TrustState takeBack(Path root) throws IOException, InterruptedException;
}
