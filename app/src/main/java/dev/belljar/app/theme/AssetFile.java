package dev.belljar.app.theme;

import java.net.URL;
import java.util.Objects;

/// Finds the files of the `assets` folder, which is packed into the application.
final class AssetFile {
    private static final String HOME = "/dev/belljar/app/assets/";

    private AssetFile() {}

    /// Returns the address of a file.
    static URL url(String path) {
        return Objects.requireNonNull(AssetFile.class.getResource(HOME + path), () -> "asset " + path + " is missing");
    }
}
