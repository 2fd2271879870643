package dev.belljar.agent.image;

import dev.belljar.contract.view.host.ImageConfig;

/// What is recorded beside an imported image: the digest that identifies its content, the path it was
/// imported from, when (milliseconds since the epoch), its layers and files, its size on disk in bytes, and
/// what it says about its programs.
public record StoredImage(
        int schema,
        String digest,
        String origin,
        long imported,
        int layers,
        long files,
        long bytes,
        long setuid,
        long leftOut,
        ImageConfig config) {
    static final int SCHEMA = 1;
}
