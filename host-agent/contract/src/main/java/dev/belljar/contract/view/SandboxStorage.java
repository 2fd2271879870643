package dev.belljar.contract.view;

/// What one sandbox takes of the host's disk, in bytes.
///
/// `objects` are the git objects that were fetched from its machine, `journal` what is recorded of it, `disk` the
/// layers of its machine's disk that are its own, `memory` its hibernated memory, `snapshots` the memory of its
/// snapshots; `used` is all of these. `quota` is what `used` may come to, 0 for no limit; `own` is true when that was
/// set for this sandbox.
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
