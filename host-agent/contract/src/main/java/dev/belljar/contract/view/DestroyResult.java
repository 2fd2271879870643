package dev.belljar.contract.view;

import org.jspecify.annotations.Nullable;

/// What destroying kept: the salvage ref in the host's own repository, null when there was nothing beyond the base;
/// `detail` says so in words.
public record DestroyResult(String id, @Nullable String salvage, String repository, String detail) {}
