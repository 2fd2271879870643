package dev.belljar.agent.autosnapshot;

import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.vm.probe.AccelerationProbe;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.storage.SetAutomaticSnapshots;
import dev.belljar.contract.view.storage.AutomaticSnapshotSettings;
import java.time.InstantSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/// Changes when snapshots are taken automatically. A sandbox is given by its id or name.
public final class AutomaticSnapshotService implements AutoCloseable {
    private final SandboxRegistry registry;
    private final SnapshotSettingsStore settings;
    private final AutomaticSnapshots snapshots;
    private final ExecutorService attempts = Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("automatic-snapshot-", 0).factory());

    public AutomaticSnapshotService(
            SandboxRegistry registry,
            SnapshotService taking,
            QuotaService quotas,
            PolicyService policies,
            HostFolders folders,
            SnapshotSettingsStore settings,
            AccelerationProbe probe) {
        this.registry = registry;
        this.settings = settings;
        this.snapshots = new AutomaticSnapshots(
                registry,
                taking,
                new SnapshotLimits(registry, taking, quotas, folders, InstantSource.system()),
                settings,
                attempts,
                () -> System.nanoTime() / 1_000_000,
                () -> ApprovalTurn.wait(probe.cached()));
        registry.watchWorkspaces(snapshots::watch);
        policies.tellBeforeAllowing(snapshots);
        taking.tell(snapshots);
    }

    /// Begins to take snapshots at mass deletions and quiet moments.
    public void start() {
        snapshots.start();
    }

    /// The settings of the sandboxes without their own.
    public AutomaticSnapshotSettings settings() {
        return settings.all();
    }

    /// Changes the settings of the sandboxes without their own.
    public AutomaticSnapshotSettings set(SetAutomaticSnapshots request) throws BelljarException {
        settings.set(request);
        changed(null);
        return settings.all();
    }

    /// Restores the defaults.
    public AutomaticSnapshotSettings reset() throws BelljarException {
        settings.reset();
        changed(null);
        return settings.all();
    }

    /// The settings of one sandbox.
    public AutomaticSnapshotSettings settings(String id) throws BelljarException {
        return settings.of(registry.find(id).folder());
    }

    /// Changes the settings of one sandbox.
    public AutomaticSnapshotSettings set(String id, SetAutomaticSnapshots request) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        settings.set(sandbox.folder(), request);
        changed(sandbox.id());
        return settings.of(sandbox.folder());
    }

    /// Removes the settings of one sandbox.
    public AutomaticSnapshotSettings reset(String id) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        settings.reset(sandbox.folder());
        changed(sandbox.id());
        return settings.of(sandbox.folder());
    }

    private void changed(@Nullable String sandbox) {
        registry.record(new HostEvent.StorageChanged(
                0, System.currentTimeMillis(), sandbox, HostEvent.StorageChanged.StorageSetting.AUTOMATIC_SNAPSHOTS));
    }

    /// Takes no more snapshots; one that is being taken is given up.
    @Override
    public void close() {
        snapshots.close();
        attempts.shutdownNow();
    }
}
