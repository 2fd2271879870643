package dev.belljar.agent.image;

import java.util.Optional;

/// Looks up imported images by the names that projects use for them.
public interface ImageNames {
    /// No image was imported.
    ImageNames NONE = _ -> Optional.empty();

    /// The image with this name. A missing tag means `latest`, and Docker's registry need not be named.
    Optional<StoredImage> named(String name);
}
