package dev.belljar.contract.sandbox;

/// How a stopped machine is stored, the fastest to resume first: `HOT` with memory and disk unchanged, `WARM`
/// with its memory compressed, `COLD` with only its disk, compressed.
public enum StorageTier {
    HOT,
    WARM,
    COLD
}
