package dev.belljar.agent.sandbox;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.catalog.FileCatalog;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.index.SqliteIndex;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.inspect.UpstreamTls;
import dev.belljar.agent.policy.PolicyFiles;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.route.GuestConnections;
import dev.belljar.agent.secret.SecretKeyring;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.snapshot.TemplateStore;
import dev.belljar.agent.snapshot.WarmPool;
import dev.belljar.agent.ssh.SshFiles;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.storage.StorageSettings;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.agent.vm.EmulationConsent;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.CreateSandbox;
import dev.belljar.contract.sandbox.MachineLimits;
import dev.belljar.contract.sandbox.SandboxSpec;
import dev.belljar.contract.sandbox.SandboxState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;

/// A sandbox service with real journals, catalog and index in a folder of the test; all other parts are fakes.
final class SandboxFixture implements AutoCloseable {
    private final HostFolders folders;
    private final Path project;
    private final FileCatalog catalog;
    private final SqliteIndex index;
    private final FakeDriver driver = new FakeDriver();
    private final FakeConnectors connectors = new FakeConnectors();
    private final FakeWorkspace workspace = new FakeWorkspace();
    private final FakeImages images = new FakeImages();
    private final FakeProbe probe = new FakeProbe();
    private final AuditLog audit;
    private final PolicyFiles places;
    private final PolicyService policies;
    private final EmulationConsent emulation;
    private final SandboxDependencies dependencies;
    private final StorageSettings storage;
    private final AtomicLong skipped = new AtomicLong();
    private Map<String, String> environment = Map.of();
    private volatile @Nullable Long reserve = 0L;
    private @Nullable SandboxService sandboxService;

    SandboxFixture(Path temp) throws IOException, BelljarException {
        folders = new HostFolders(temp.resolve("data"), temp.resolve("cache"), temp.resolve("run"), temp);
        Files.createDirectories(folders.data());
        project = Files.createDirectories(temp.resolve("shop"));
        catalog = FileCatalog.open(folders.data());
        index = SqliteIndex.open(folders.data().resolve("index.db"));
        emulation = new EmulationConsent(folders.data().resolve("emulation-accepted"), Map.of());
        InstantSource clock = InstantSource.system();
        audit = AuditLog.open(folders.data().resolve("audit"), clock);
        places = new PolicyFiles(
                temp.resolve("etc/policy.toml"),
                temp.resolve("config/policy.toml"),
                folders.data().resolve("policies"),
                NetworkMode.ASK);
        policies = PolicyService.open(places, audit, clock);
        emulation.give();
        SnapshotStore snapshots = SnapshotStore.open(folders, new ChecksumVerifier());
        storage = StorageSettings.open(folders.data().resolve("storage.json"), Map.of());
        QuotaService quotas = new QuotaService(
                storage, new DiskReserve(() -> reserve == null ? storage.reserve() : reserve), folders, snapshots);
        quotas.counts((sandbox, path) -> workspace.objects(sandbox, path));
        dependencies = new SandboxDependencies(
                folders,
                catalog,
                index,
                images,
                probe,
                emulation,
                driver,
                TemplateStore.NONE,
                snapshots,
                quotas,
                WarmPool.NONE,
                workspace,
                egress(folders, policies, audit, clock),
                GuestConnections.NONE,
                connectors,
                SshFiles.of(folders, Map.of("BELLJAR_LAUNCHER", "/opt/belljar/belljar")),
                GuestTool.NONE);
    }

    private static EgressControls egress(
            HostFolders folders, PolicyService policies, AuditLog audit, InstantSource clock) {
        SecretStore secrets = new SecretStore(folders.data().resolve("secrets.json"), SecretKeyring.NONE, audit, clock);
        try {
            UpstreamTls upstream = UpstreamTls.ofHost(java.util.Map.of());
            return new EgressControls(
                    policies,
                    new InspectionSettings(secrets, audit, upstream, clock, new HostBudget(64 << 20, 4 << 20)),
                    secrets,
                    audit);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    interface Condition {
        boolean holds() throws BelljarException, InterruptedException;
    }

    /// Sets the environment of the next host agent, with its retention times.
    void keeps(Map<String, String> next) {
        environment = next;
    }

    /// Advances the clock by this time.
    void later(Duration time) {
        skipped.addAndGet(time.toNanos());
    }

    /// Sets the number of bytes of the disk that are kept free.
    void reserves(long bytes) {
        reserve = bytes;
    }

    HostFolders folders() {
        return folders;
    }

    FakeDriver driver() {
        return driver;
    }

    FakeConnectors openers() {
        return connectors;
    }

    FakeWorkspace workspace() {
        return workspace;
    }

    FakeImages images() {
        return images;
    }

    FakeProbe probe() {
        return probe;
    }

    SandboxDependencies services() {
        return dependencies;
    }

    /// The sandbox service, opened on the first call.
    SandboxService sandboxService() throws BelljarException, InterruptedException {
        if (sandboxService == null) {
            sandboxService = SandboxService.open(
                    dependencies,
                    "test",
                    retentions(),
                    () -> Instant.now().plusNanos(skipped.get()),
                    () -> System.nanoTime() + skipped.get());
        }
        return sandboxService;
    }

    private RetentionSettings retentions() {
        try {
            return RetentionSettings.open(folders.data().resolve("retention.json"), environment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The policy files of this host.
    PolicyFiles places() {
        return places;
    }

    /// Stops the host agent; the next call starts another one.
    void stopAgent() {
        if (sandboxService != null) {
            sandboxService.close();
        }
        sandboxService = null;
    }

    String create() throws BelljarException, InterruptedException {
        return sandboxService()
                .create(new CreateSandbox(project.toString(), "shop", 256, 1, 1024, null, false, false))
                .id();
    }

    /// Creates a running sandbox with its project, and returns its id.
    String running() throws BelljarException, InterruptedException {
        String id = create();
        start(id);
        return id;
    }

    void start(String id) throws BelljarException, InterruptedException {
        sandboxService().start(id);
        sandboxService().settle(id);
    }

    void stop(String id) throws BelljarException, InterruptedException {
        sandboxService().stop(id, false);
        sandboxService().settle(id);
    }

    /// Makes a record as another host agent left it.
    SandboxRecord left(String id, SandboxState state) throws BelljarException {
        SandboxSpec spec = new SandboxSpec(id, project.toString(), "microvm", new MachineLimits(256, 1, 1024), false);
        SandboxRecord record = SandboxRecord.asked(id, spec, 1).withState(state, 1, null);
        catalog.keep(record);
        return record;
    }

    void keep(SandboxRecord record) throws BelljarException {
        catalog.keep(record);
    }

    SandboxRecord record(String id) throws BelljarException {
        return catalog.find(id).orElseThrow();
    }

    Optional<SandboxRecord> found(String id) throws BelljarException {
        return catalog.find(id);
    }

    SandboxState state(String id) throws BelljarException, InterruptedException {
        return sandboxService().get(id).status().state();
    }

    /// Returns whether the record on disk names this machine.
    boolean knows(String id, Machine machine) throws BelljarException {
        Long pid = record(id).pid();
        return pid != null && pid == machine.process().pid();
    }

    Path folder(String id) {
        return folders.sandbox(id);
    }

    Path trash(String id) {
        return folders.data().resolve("trash").resolve(id);
    }

    Path runtime(String id) {
        return folders.runtime().resolve(id);
    }

    /// Waits until the condition is true.
    static void until(Condition condition) throws BelljarException, InterruptedException {
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(condition::holds);
    }

    @Override
    public void close() {
        stopAgent();
        policies.close();
        audit.close();
        index.close();
        catalog.close();
    }
}
