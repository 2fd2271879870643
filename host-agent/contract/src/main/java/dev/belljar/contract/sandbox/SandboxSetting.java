package dev.belljar.contract.sandbox;

import java.util.Locale;

/// A setting of a sandbox that can be changed after the sandbox was created.
public enum SandboxSetting {
    MEMORY,
    CPUS,
    DISK,
    IDLE,
    LIFETIME,
    NETWORK,
    PROCESSES,
    CPU_WEIGHT,
    CPU_CAP,
    DISK_RATE;

    /// The name on the command line, after `--`.
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
