package dev.belljar.contract.view.storage;

/// The disk space that one sandbox uses on the host, in bytes.
///
/// `objects` are the git objects fetched from its machine, `journal` its recorded events, `disk` the layers of
/// its machine's disk that no other sandbox shares, `memory` its hibernated memory, `snapshots` the memory of
/// its snapshots; `used` is the sum. `quota` limits `used`, 0 for no limit; `own` is true if the quota was set
/// for this sandbox.
public record SandboxStorage(
        String id,
        String name,
        long objects,
        long journal,
        long disk,
        long memory,
        long snapshots,
        long used,
        long quota,
        boolean own) {}
