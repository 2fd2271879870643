package dev.belljar.contract.request.storage;

/// Asks to delete what nothing needs; with `dryRun` it is only listed.
public record CollectGarbage(boolean dryRun) {}
