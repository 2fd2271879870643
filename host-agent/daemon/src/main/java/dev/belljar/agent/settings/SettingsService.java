package dev.belljar.agent.settings;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.host.SettingsFile;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.status.HostFigures;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.policy.RuleScope;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.sandbox.Gauges;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSetting;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.settings.PendingSetting;
import dev.belljar.contract.view.settings.PendingSetting.SettingEffect;
import dev.belljar.contract.view.settings.PeriodSetting;
import dev.belljar.contract.view.settings.ResourceUse;
import dev.belljar.contract.view.settings.SandboxSettings;
import dev.belljar.contract.view.settings.UnappliedSetting;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Shows and changes the settings of single sandboxes. A sandbox is given by its id or name.
///
/// A request writes only what it names, under one lock, so that two clients that change different settings lose
/// nothing.
public final class SettingsService {
    private final SandboxRegistry registry;
    private final MachinePlatform platform;
    private final SandboxPolicyService policies;
    private final Supplier<RetentionStatus> retention;
    private final MachineShares shares;

    /// `retention` supplies the periods of sandboxes without their own.
    public SettingsService(
            SandboxRegistry registry,
            MachinePlatform platform,
            SandboxPolicyService policies,
            Supplier<RetentionStatus> retention) {
        this.registry = registry;
        this.platform = platform;
        this.policies = policies;
        this.retention = retention;
        this.shares = new MachineShares(platform.driver().groups());
    }

    /// The settings of a sandbox, what it uses now, and what is pending.
    public SandboxSettings settings(String sandbox) throws BelljarException {
        return view(registry.find(sandbox), List.of());
    }

    /// Changes settings, and applies to a running machine what it can take.
    ///
    /// @throws BelljarException when a value is not possible or the settings cannot be stored; nothing is
    /// changed then
    public SandboxSettings change(String sandbox, SetSandboxSettings request)
            throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        boolean shared;
        synchronized (this) {
            OwnSettings before = SettingsStore.of(live.folder());
            MachineLimits now = live.record().spec().limits();
            new SettingsBounds(live.name(), now, most())
                    .check(request, idle(before, retention.get()), lifetime(before, retention.get()));
            OwnSettings changed = SettingsStore.changed(live.folder(), request);
            if (!changed.equals(before)) {
                SettingsStore.store(live.folder(), changed);
            }
            changeNetwork(live, request);
            shared = !changed.shares().equals(before.shares());
        }
        // Not under the lock: the guest may take its time.
        List<UnappliedSetting> faults = shared && live.state() == SandboxState.RUNNING ? shares.apply(live) : List.of();
        registry.record(new HostEvent.StorageChanged(
                0, System.currentTimeMillis(), live.id(), HostEvent.StorageChanged.StorageSetting.SANDBOX));
        return view(live, faults);
    }

    private void changeNetwork(SandboxRuntime live, SetSandboxSettings request) throws BelljarException {
        if (request.networkMode() != null || request.resets().contains(SandboxSetting.NETWORK)) {
            var _ = policies.networkMode(live.id(), request.networkMode(), RuleScope.SANDBOX);
        }
    }

    private MachineLimits most() throws BelljarException {
        return HostFigures.required(platform.folders().data()).most();
    }

    private static PeriodSetting idle(OwnSettings own, RetentionStatus all) {
        return period(own.idleMinutes(), all.idleMinutes(), all.fixed().contains("idleMinutes"));
    }

    private static PeriodSetting lifetime(OwnSettings own, RetentionStatus all) {
        return period(own.lifetimeMinutes(), all.lifetimeMinutes(), all.fixed().contains("lifetimeMinutes"));
    }

    private static PeriodSetting period(@Nullable Long own, long usual, boolean fixed) {
        return own == null || fixed ? new PeriodSetting(usual, false, fixed) : new PeriodSetting(own, true, false);
    }

    private SandboxSettings view(SandboxRuntime live, List<UnappliedSetting> faults) throws BelljarException {
        SettingsFile.SettingsContent<OwnSettings> stored = SettingsStore.read(live.folder());
        OwnSettings own = stored.content();
        SandboxRecord record = live.record();
        MachineLimits machine = record.spec().limits();
        RetentionStatus all = retention.get();
        return new SandboxSettings(
                live.id(),
                live.name(),
                machine,
                own.over(machine),
                most(),
                idle(own, all),
                lifetime(own, all),
                policies.view(live.id()).preset(),
                own.shares(),
                use(live),
                pending(record, own),
                unapplied(live, own, faults),
                stored.problem());
    }

    private static @Nullable ResourceUse use(SandboxRuntime live) {
        Gauges gauges = live.observation().gauges();
        return gauges == null
                ? null
                : new ResourceUse(
                        gauges.cpuPermille(),
                        gauges.memoryUsed(),
                        gauges.diskUsed(),
                        gauges.processes(),
                        live.observation().limited(),
                        live.observation().activity().age().toMinutes(),
                        live.observation().activity().idle().toMinutes());
    }

    private static List<PendingSetting> pending(SandboxRecord record, OwnSettings own) {
        MachineLimits now = record.spec().limits();
        MachineLimits wanted = own.over(now);
        SettingEffect boots = keepsMemory(record) ? SettingEffect.AFTER_SHUTDOWN : SettingEffect.NEXT_START;
        List<PendingSetting> pending = new ArrayList<>();
        add(pending, SandboxSetting.MEMORY, now.memoryMiB(), wanted.memoryMiB(), boots);
        add(pending, SandboxSetting.CPUS, now.cpus(), wanted.cpus(), boots);
        add(pending, SandboxSetting.DISK, now.diskMiB(), wanted.diskMiB(), SettingEffect.NEXT_START);
        return pending;
    }

    private static void add(
            List<PendingSetting> all, SandboxSetting setting, long now, long wanted, SettingEffect effect) {
        if (now != wanted) {
            all.add(new PendingSetting(setting, now, wanted, effect));
        }
    }

    /// True if the machine has memory now, or starts from a saved one: such memory fits only a machine of the
    /// same size.
    private static boolean keepsMemory(SandboxRecord record) {
        return switch (record.state()) {
            case CREATED -> record.origin() != null;
            case STARTING, RUNNING, STOPPING -> true;
            case STOPPED, ERROR, DESTROYED -> record.tier() == StorageTier.HOT || record.tier() == StorageTier.WARM;
        };
    }

    private List<UnappliedSetting> unapplied(SandboxRuntime live, OwnSettings own, List<UnappliedSetting> faults) {
        List<UnappliedSetting> all = new ArrayList<>(faults);
        shares.withoutGroups(own).stream()
                .filter(missing -> !all.contains(missing))
                .forEach(all::add);
        boolean counted = live.observation().limited() != null;
        boolean said = all.stream().anyMatch(fault -> fault.setting() == SandboxSetting.PROCESSES);
        if (own.processes() != null && live.observation().gauges() != null && !counted && !said) {
            all.add(new UnappliedSetting(
                    SandboxSetting.PROCESSES,
                    "the guest does not count the processes of its commands; it may have an older guest agent"));
        }
        return all;
    }
}
