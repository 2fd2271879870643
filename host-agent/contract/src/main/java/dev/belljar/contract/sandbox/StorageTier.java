package dev.belljar.contract.sandbox;

/// How a stopped machine is kept, the soonest resumed first: `HOT` with memory and disk as they were, `WARM` with
/// its memory compressed, `COLD` with its disk alone, packed.
public enum StorageTier {
    HOT,
    WARM,
    COLD
}
