package dev.belljar.contract.request.storage;

import dev.belljar.contract.sandbox.StorageTier;

/// Asks to move a stopped sandbox to a smaller tier; `dropMemory` permits that its saved memory is lost.
public record MoveToTier(StorageTier to, boolean dropMemory) {}
