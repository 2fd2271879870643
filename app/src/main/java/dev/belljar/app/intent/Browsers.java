package dev.belljar.app.intent;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// The browsers of the person's own computer, and whether they trust Belljar's root: the certificate in this file
/// (PEM), by which the addresses of sandboxes are signed. Calls take a while.
public interface Browsers {
    /// None, as in a picture.
    Browsers NONE = new Browsers() {
        @Override
        public Trust look(Path root) {
            return new Trust(List.of(), "Browsers are left alone here.", null);
        }

        @Override
        public Trust give(Path root) {
            return look(root);
        }

        @Override
        public Trust takeBack(Path root) {
            return look(root);
        }
    };

    /// How they stand to it.
    ///
    /// @throws IOException when it cannot be found out
    Trust look(Path root) throws IOException, InterruptedException;

    /// Has those trust it that do not yet; how they stand then.
    ///
    /// @throws IOException when one of them could not be told, with what was said
    Trust give(Path root) throws IOException, InterruptedException;

    /// Has all of them forget it; how they stand then.
    ///
    /// @throws IOException when one of them could not be told, with what was said
    Trust takeBack(Path root) throws IOException, InterruptedException;
}
