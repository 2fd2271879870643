package dev.belljar.contract.view;

import dev.belljar.contract.problem.Problem;
import org.jspecify.annotations.Nullable;

/// The guest image: `state` is `missing`, `building`, `ready` or `failed`; `percent` and `step` while it is built.
public record ImageStatus(
        String state,
        int percent,
        String step,
        @Nullable String key,
        @Nullable String folder,
        long bytes,
        @Nullable Problem problem) {}
