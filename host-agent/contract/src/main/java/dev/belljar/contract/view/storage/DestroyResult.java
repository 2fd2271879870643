package dev.belljar.contract.view.storage;

import org.jspecify.annotations.Nullable;

/// What remains of a destroyed sandbox: the salvage ref in the host's own repository, null if there was no work
/// beyond the base; `detail` says so in words.
public record DestroyResult(String id, @Nullable String salvage, String repository, String detail) {}
