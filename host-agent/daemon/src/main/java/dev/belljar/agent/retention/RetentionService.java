package dev.belljar.agent.retention;

import dev.belljar.agent.lifecycle.SavedMemory;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.status.SandboxViews;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.vm.VmDriver;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.operation.StorageApi;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/// Moves machines of stopped sandboxes to smaller tiers, and keeps the retention periods.
public final class RetentionService {
    private final SandboxRegistry registry;
    private final SandboxViews views;
    private final VmDriver driver;
    private final QuotaService quotas;
    private final RetentionSettings retentions;

    public RetentionService(
            SandboxRegistry registry,
            SandboxViews views,
            VmDriver driver,
            QuotaService quotas,
            RetentionSettings retentions) {
        this.registry = registry;
        this.views = views;
        this.driver = driver;
        this.quotas = quotas;
        this.retentions = retentions;
    }

    /// Moves a stopped sandbox's machine to this tier and returns when that is done. A machine that is already
    /// in this tier or a smaller one is left unchanged.
    ///
    /// @throws SandboxException `sandbox.needs-confirmation` when the machine's saved memory would be deleted
    /// and `dropMemory` is false
    public Sandbox pack(String sandbox, StorageTier tier, boolean dropMemory)
            throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        // Also before the wait for a workflow: a sandbox that is stopping is refused, not waited for.
        SandboxState _ = live.requireAllowed(StorageApi.MOVE);
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            new DiskPacker(live, driver, new SavedMemory(live, quotas)).to(tier, dropMemory);
            return true;
        });
        synchronized (live) {
            live.workflow().await();
            live.workflow().beginYielding("is changing its tier", task);
        }
        try {
            task.get();
        } catch (ExecutionException e) {
            throw unpacked(live, e);
        }
        return views.of(registry.find(live.id()));
    }

    private static BelljarException unpacked(SandboxRuntime live, ExecutionException e) {
        if (e.getCause() instanceof BelljarException known) {
            return known;
        }
        if (e.getCause() instanceof InterruptedException) {
            return new SandboxException(
                    SandboxException.WRONG_STATE,
                    "sandbox " + live.name() + " was used in the meantime, so its tier was not changed",
                    null);
        }
        throw new IllegalStateException(e.getCause());
    }

    /// The retention periods in force.
    public RetentionStatus retention() {
        return retentions.shown();
    }

    /// Changes the periods; they apply from the next check of the machines.
    public RetentionStatus retain(SetRetention request) throws SandboxException {
        RetentionStatus changed = retentions.change(request);
        retentionChanged();
        return changed;
    }

    /// Restores the default periods.
    public RetentionStatus retainAsUsual() throws SandboxException {
        RetentionStatus usual = retentions.reset();
        retentionChanged();
        return usual;
    }

    private void retentionChanged() {
        registry.record(new HostEvent.StorageChanged(
                0, System.currentTimeMillis(), null, HostEvent.StorageChanged.StorageSetting.RETENTION));
    }
}
