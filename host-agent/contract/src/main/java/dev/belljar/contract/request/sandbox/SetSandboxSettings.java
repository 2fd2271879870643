package dev.belljar.contract.request.sandbox;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.sandbox.SandboxSetting;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Asks to change settings of a sandbox; what is null stays unchanged, so that two clients that change
/// different settings at the same time lose nothing. `reset` names the settings that get their default again.
///
/// Memory and disk are in MiB, `idleMinutes` and `lifetimeMinutes` are 0 for without end. `processes` is the
/// greatest number of processes and threads of the commands and terminals in the guest. `cpuWeight` is the
/// sandbox's share of this computer's CPUs while there are too few, `cpuCap` the most that it may use, in
/// percent of one CPU. `diskRate` is in bytes per second.
public record SetSandboxSettings(
        @Nullable Integer memoryMiB,
        @Nullable Integer cpus,
        @Nullable Integer diskMiB,
        @Nullable Long idleMinutes,
        @Nullable Long lifetimeMinutes,
        @Nullable NetworkMode networkMode,
        @Nullable Integer processes,
        @Nullable Integer cpuWeight,
        @Nullable Integer cpuCap,
        @Nullable Long diskRate,
        @Nullable List<SandboxSetting> reset) {
    /// Changes nothing.
    public static final SetSandboxSettings NOTHING =
            new SetSandboxSettings(null, null, null, null, null, null, null, null, null, null, null);

    public SetSandboxSettings {
        reset = reset == null || reset.isEmpty() ? null : List.copyOf(reset);
    }

    /// The settings that get their default again.
    public List<SandboxSetting> resets() {
        return reset == null ? List.of() : reset;
    }
}
