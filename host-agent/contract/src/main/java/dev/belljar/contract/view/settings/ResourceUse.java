package dev.belljar.contract.view.settings;

import org.jspecify.annotations.Nullable;

/// What a running sandbox uses now: CPU in thousandths of one CPU, memory and disk in bytes.
///
/// `processes` counts all processes in the guest, `limited` the processes and threads that the limit counts,
/// null if the guest cannot count them. `runMinutes` is how long the machine has run, `idleMinutes` how long it
/// has been idle.
public record ResourceUse(
        int cpuPermille,
        long memory,
        long disk,
        int processes,
        @Nullable Long limited,
        long runMinutes,
        long idleMinutes) {}
