package dev.belljar.agent.autosync;

import dev.belljar.agent.host.SettingsException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.agent.sync.FetchedWork;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.work.SetProjectSync;
import dev.belljar.contract.request.work.SetSync;
import dev.belljar.contract.sync.SyncSettings;
import dev.belljar.contract.sync.SyncStatus;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/// Changes how sandboxes are synced, and tells the state of each sync. A sandbox is given by its id or name.
public final class SyncService implements AutoCloseable {
    private final SandboxRegistry registry;
    private final SyncSettingsStore settings;
    private final AutoSync auto;
    private final InstantSource clock;
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(
            Thread.ofVirtual().name("auto-sync-", 0).factory());

    /// Keeps the settings of projects in `data`. `nanos` is a monotonic clock.
    public SyncService(
            SandboxRegistry registry, SandboxQueries queries, FetchedWork work, Path data, LongSupplier nanos) {
        this.registry = registry;
        this.settings = new SyncSettingsStore(data);
        this.clock = InstantSource.system();
        this.auto =
                new AutoSync(registry, queries, work, settings, threads, () -> nanos.getAsLong() / 1_000_000, clock);
        registry.watchWorkspaces(auto::watch);
    }

    /// What fetches by itself; requests for work tell it what they fetched.
    public AutoSync auto() {
        return auto;
    }

    /// The state of every sync, as far as it is known.
    public List<SyncStatus> all() {
        long now = clock.millis();
        return registry.all().stream()
                .map(sandbox -> auto.of(sandbox).status(now))
                .toList();
    }

    /// The state of one sync.
    public SyncStatus status(String id) throws BelljarException, InterruptedException {
        SandboxSync sync = auto.of(registry.find(id));
        auto.refresh(sync);
        return sync.status(clock.millis());
    }

    /// The settings of one sandbox.
    public SyncSettings settings(String id) throws BelljarException {
        return auto.of(registry.find(id)).settings();
    }

    /// Changes the settings of one sandbox.
    public SyncSettings set(String id, SetSync request) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        settings.set(sandbox.folder(), request);
        return auto.reset(sandbox);
    }

    /// Removes the sandbox's own settings.
    public SyncSettings reset(String id) throws BelljarException {
        SandboxRuntime sandbox = registry.find(id);
        settings.reset(sandbox.folder());
        return auto.reset(sandbox);
    }

    /// The settings of a project.
    public SyncSettings project(String folder) throws BelljarException {
        return settings.of(path(folder));
    }

    /// Changes the settings of a project.
    public SyncSettings setProject(SetProjectSync request) throws BelljarException {
        Path project = path(request.project());
        if (!Files.isDirectory(project)) {
            throw invalid(request.project(), "an existing folder");
        }
        SyncSettings changed = settings.set(project, request);
        readAgain(project);
        return changed;
    }

    /// Removes the mode and the time of a project.
    public SyncSettings resetProject(String folder) throws BelljarException {
        Path project = path(folder);
        SyncSettings changed = settings.resetProject(project);
        readAgain(project);
        return changed;
    }

    private void readAgain(Path project) {
        for (SandboxRuntime sandbox : registry.all()) {
            if (sandbox.project().equals(project)) {
                SyncSettings _ = auto.reset(sandbox);
            }
        }
    }

    private static Path path(String folder) throws SettingsException {
        try {
            Path path = Path.of(folder);
            if (path.isAbsolute()) {
                return path.normalize();
            }
        } catch (InvalidPathException e) {
            throw invalid("the value", "an absolute path");
        }
        throw invalid(folder, "an absolute path");
    }

    private static SettingsException invalid(String folder, String expected) {
        return new SettingsException(
                SyncSettingsStore.INVALID, "project \"" + folder + "\": expected " + expected, null, null);
    }

    @Override
    public void close() {
        auto.close();
        threads.shutdownNow();
    }
}
