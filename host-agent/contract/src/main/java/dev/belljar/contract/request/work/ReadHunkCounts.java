package dev.belljar.contract.request.work;

import org.jspecify.annotations.Nullable;

/// Requests how many hunks the files in an entry of the review with this commit and base have: those whose paths are
/// not before `from` in the order of their UTF-16 code units. Null means the same as in [ReadHunks].
public record ReadHunkCounts(
        String entry,
        String from,
        @Nullable String commit,
        @Nullable String base) {}
