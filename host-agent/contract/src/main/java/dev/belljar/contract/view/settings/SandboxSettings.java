package dev.belljar.contract.view.settings;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.sandbox.MachineLimits;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The settings of a sandbox, what it uses now, and what waits for its next start.
///
/// `machine` are the limits of its machine as it runs or is hibernated, `wanted` those that were set, `most`
/// the highest that this computer permits. `use` is null while the machine does not run or does not answer.
/// `pending` are the settings that are stored but not in effect yet, `unapplied` those that cannot take effect,
/// with the reason. `problem` says that the stored settings cannot be read, so that the defaults apply.
public record SandboxSettings(
        String id,
        String name,
        MachineLimits machine,
        MachineLimits wanted,
        MachineLimits most,
        PeriodSetting idle,
        PeriodSetting lifetime,
        NetworkMode networkMode,
        ShareSettings shares,
        @Nullable ResourceUse use,
        List<PendingSetting> pending,
        List<UnappliedSetting> unapplied,
        @Nullable String problem) {
    public SandboxSettings {
        pending = List.copyOf(pending);
        unapplied = List.copyOf(unapplied);
    }
}
