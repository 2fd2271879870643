package dev.belljar.contract.request.environment;

import org.jspecify.annotations.Nullable;

/// The absolute path of an OCI layout or of an archive on this computer, the name under which its image is
/// imported (null for the name that the image has there), and which of several images is meant.
public record ImportImage(
        String path, @Nullable String name, @Nullable String ref) {}
