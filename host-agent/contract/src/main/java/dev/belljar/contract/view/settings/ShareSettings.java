package dev.belljar.contract.view.settings;

import org.jspecify.annotations.Nullable;

/// What a sandbox may use of this computer while it runs; null is without a limit, or the usual share.
///
/// `processes` counts processes and threads of its commands and terminals, `cpuWeight` is its share of the CPUs
/// (50 if null, 100 is the host agent's), `cpuCap` the most that it uses in percent of one CPU, `diskRate`
/// bytes per second that it may read and write.
public record ShareSettings(
        @Nullable Integer processes,
        @Nullable Integer cpuWeight,
        @Nullable Integer cpuCap,
        @Nullable Long diskRate) {
    /// Sets nothing.
    public static final ShareSettings NONE = new ShareSettings(null, null, null, null);
}
