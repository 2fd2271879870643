package dev.belljar.app.recorded.sample;

import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.view.settings.PendingSetting;
import dev.belljar.contract.view.settings.PeriodSetting;
import dev.belljar.contract.view.settings.ResourceUse;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.contract.view.settings.ShareSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The settings of the recorded sandboxes; what was asked for last is shown.
public final class SampleSettings {
    private static final MachineLimits MOST = new MachineLimits(31_744, 16, 98_304);
    private static final int PROCESSES = 1_024;
    private static final long RUNS_FOR = 148;

    private final NetworkMode usual;
    private final Map<String, SetSandboxSettings> asked = new ConcurrentHashMap<>();

    /// Settings with this network mode, unless another one is set.
    public SampleSettings(NetworkMode usual) {
        this.usual = usual;
    }

    /// Stores what was asked for; only the last request of a sandbox counts.
    public SandboxSettings set(Sandbox sandbox, SetSandboxSettings request) {
        asked.put(sandbox.id(), request);
        return of(sandbox);
    }

    /// The settings of a sandbox.
    public SandboxSettings of(Sandbox sandbox) {
        SetSandboxSettings set = asked.getOrDefault(sandbox.id(), SetSandboxSettings.NOTHING);
        MachineLimits now = sandbox.spec().limits();
        MachineLimits wanted = new MachineLimits(
                or(set.memoryMiB(), now.memoryMiB()), or(set.cpus(), now.cpus()), or(set.diskMiB(), now.diskMiB()));
        NetworkMode mode = set.networkMode();
        return new SandboxSettings(
                sandbox.id(),
                sandbox.spec().name(),
                now,
                wanted,
                MOST,
                period(set.idleMinutes(), 30),
                period(set.lifetimeMinutes(), 720),
                mode == null ? usual : mode,
                new ShareSettings(or(set.processes(), PROCESSES), set.cpuWeight(), set.cpuCap(), set.diskRate()),
                use(sandbox.status().gauges()),
                pending(now, wanted),
                List.of(),
                null);
    }

    private static @Nullable ResourceUse use(@Nullable Gauges gauges) {
        return gauges == null || gauges.processes() == 0
                ? null
                : new ResourceUse(
                        gauges.cpuPermille(),
                        gauges.memoryUsed(),
                        gauges.diskUsed(),
                        gauges.processes(),
                        (long) gauges.processes(),
                        RUNS_FOR,
                        0);
    }

    private static List<PendingSetting> pending(MachineLimits now, MachineLimits wanted) {
        List<PendingSetting> pending = new ArrayList<>();
        if (now.memoryMiB() != wanted.memoryMiB()) {
            pending.add(new PendingSetting(
                    SandboxSetting.MEMORY,
                    now.memoryMiB(),
                    wanted.memoryMiB(),
                    PendingSetting.SettingEffect.AFTER_SHUTDOWN));
        }
        if (now.diskMiB() != wanted.diskMiB()) {
            pending.add(new PendingSetting(
                    SandboxSetting.DISK, now.diskMiB(), wanted.diskMiB(), PendingSetting.SettingEffect.NEXT_START));
        }
        return pending;
    }

    private static PeriodSetting period(@Nullable Long set, long usual) {
        return new PeriodSetting(set == null ? usual : set, set != null, false);
    }

    private static int or(@Nullable Integer set, int usual) {
        return set == null ? usual : set;
    }
}
