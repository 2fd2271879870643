package dev.belljar.contract.view.host;

import dev.belljar.contract.problem.Problem;
import org.jspecify.annotations.Nullable;

/// A program that this host provides to machines: `state` is `missing`, `building`, `ready`, `failed` or `off`;
/// `percent` and `step` are set while it is built; `origin` says in words where it comes from.
public record ToolStatus(
        String name,
        String state,
        int percent,
        String step,
        @Nullable String version,
        @Nullable String file,
        String origin,
        @Nullable Problem problem) {}
