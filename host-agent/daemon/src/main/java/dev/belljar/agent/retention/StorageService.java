package dev.belljar.agent.retention;

import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.storage.DiskUsage;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.storage.StorageSettings;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.SandboxStorage;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Shows how much of the host's disk the sandboxes use, and changes their limits.
public final class StorageService {
    private final SandboxRegistry registry;
    private final QuotaService quotas;
    private final StorageWatch watch;
    private final WorkspaceTransfer workspace;
    private final Path data;

    public StorageService(
            SandboxRegistry registry,
            QuotaService quotas,
            StorageWatch watch,
            WorkspaceTransfer workspace,
            HostFolders folders) {
        this.registry = registry;
        this.quotas = quotas;
        this.watch = watch;
        this.workspace = workspace;
        this.data = folders.data();
    }

    /// The disk usage and limits of all sandboxes.
    public HostStorage storage() throws BelljarException, InterruptedException {
        List<SandboxStorage> all = new ArrayList<>();
        for (SandboxRuntime sandbox : registry.all()) {
            all.add(of(sandbox));
        }
        StorageSettings settings = quotas.settings();
        try {
            FileStore store = Files.getFileStore(data);
            return new HostStorage(
                    store.getTotalSpace(),
                    store.getUsableSpace(),
                    quotas.reserve().bytes(data),
                    settings.quota(),
                    quotas.trash(),
                    quotas.templates(),
                    quotas.images(),
                    workspace.unpruned(),
                    all,
                    settings.fixed(),
                    settings.problem());
        } catch (IOException e) {
            throw unknown(e);
        }
    }

    /// Changes the quota of all sandboxes without their own, or the reserve, with immediate effect.
    public HostStorage change(SetStorage request) throws BelljarException, InterruptedException {
        try {
            quotas.settings().change(request, Files.getFileStore(data).getTotalSpace() / 2);
        } catch (IOException e) {
            throw unknown(e);
        }
        changed(null, HostEvent.StorageChanged.StorageSetting.LIMITS);
        return storage();
    }

    /// Restores the defaults for all sandboxes.
    public HostStorage reset() throws BelljarException, InterruptedException {
        quotas.settings().reset();
        changed(null, HostEvent.StorageChanged.StorageSetting.LIMITS);
        return storage();
    }

    /// The disk usage and quota of one sandbox.
    public SandboxStorage storage(String sandbox) throws BelljarException, InterruptedException {
        return of(registry.find(sandbox));
    }

    /// Gives one sandbox its own quota, with immediate effect.
    public SandboxStorage change(String sandbox, SetQuota request) throws BelljarException, InterruptedException {
        Long quota = request.quota();
        if (quota == null) {
            throw new SandboxException(
                    ProblemCode.BAD_REQUEST, "quota: expected a number of bytes, 0 for no limit", null);
        }
        SandboxRuntime live = registry.find(sandbox);
        quotas.settings().change(live.id(), quota);
        changed(live.id(), HostEvent.StorageChanged.StorageSetting.QUOTA);
        return of(live);
    }

    /// Removes a sandbox's own quota.
    public SandboxStorage reset(String sandbox) throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        quotas.settings().change(live.id(), null);
        changed(live.id(), HostEvent.StorageChanged.StorageSetting.QUOTA);
        return of(live);
    }

    private void changed(@Nullable String sandbox, HostEvent.StorageChanged.StorageSetting setting) {
        watch.hurry();
        registry.record(new HostEvent.StorageChanged(0, System.currentTimeMillis(), sandbox, setting));
    }

    private SandboxStorage of(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        DiskUsage usage = quotas.usage(sandbox.record());
        return new SandboxStorage(
                sandbox.id(),
                sandbox.name(),
                usage.objects(),
                usage.journal(),
                usage.disk(),
                usage.memory(),
                usage.snapshots(),
                usage.sum(),
                quotas.quota(sandbox.record()),
                quotas.settings().own(sandbox.id()));
    }

    private SandboxException unknown(IOException e) {
        return new SandboxException(
                ProblemCode.INTERNAL,
                "%s: the free space cannot be determined: %s".formatted(data, e.getMessage()),
                null);
    }
}
