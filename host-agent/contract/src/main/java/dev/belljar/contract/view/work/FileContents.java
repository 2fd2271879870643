package dev.belljar.contract.view.work;

import org.jspecify.annotations.Nullable;

/// Both sides of one changed file as text: null where the side does not exist; both null with `note` set when it is
/// binary or above 2 MiB.
public record FileContents(
        String path,
        @Nullable String before,
        @Nullable String after,
        @Nullable String note) {}
