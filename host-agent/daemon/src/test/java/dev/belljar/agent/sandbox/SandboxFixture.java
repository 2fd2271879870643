package dev.belljar.agent.sandbox;

import dev.belljar.agent.SandboxDependencies;
import dev.belljar.agent.SandboxServices;
import dev.belljar.agent.api.ApiServices;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.authority.AuthorityService;
import dev.belljar.agent.autosnapshot.SnapshotSettingsStore;
import dev.belljar.agent.catalog.RecordedProcess;
import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.environment.AcceptedEnvironments;
import dev.belljar.agent.environment.AgentProfileStore;
import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.HostBudget;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.image.ImageImports;
import dev.belljar.agent.image.ImportedImageStore;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.inspect.UpstreamTls;
import dev.belljar.agent.journal.HostJournal;
import dev.belljar.agent.mirror.MirrorService;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.agent.retention.RetentionSettings;
import dev.belljar.agent.retention.SteadyClock;
import dev.belljar.agent.route.GuestConnections;
import dev.belljar.agent.secret.SecretKeyring;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.agent.secret.SecretStores;
import dev.belljar.agent.setup.SetupSettings;
import dev.belljar.agent.snapshot.ProjectTemplateStore;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.snapshot.TemplateStore;
import dev.belljar.agent.snapshot.WarmPool;
import dev.belljar.agent.ssh.SshFiles;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.storage.StorageSettings;
import dev.belljar.agent.template.FittingTemplates;
import dev.belljar.agent.template.TemplateSettings;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.probe.EmulationConsent;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.contract.policy.NetworkMode;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.CreateSandbox;
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
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.jspecify.annotations.Nullable;

/// A sandbox service with real journals, catalog and index in a folder of the test; all other parts are fakes.
public final class SandboxFixture implements AutoCloseable {
    private final HostFolders folders;
    private final Path project;
    private final SandboxCatalog catalog;
    private final EventIndex index;
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
    private final FittingTemplates templates;
    private final StorageSettings storage;
    private final AtomicLong skipped = new AtomicLong();
    private Map<String, String> environment = Map.of();
    private volatile AcceptedEnvironments environments = AcceptedEnvironments.NONE;
    private volatile @Nullable Long reserve = 0L;
    private @Nullable SandboxServices services;
    private @Nullable SandboxRegistry registry;
    private @Nullable SteadyClock clock;

    public SandboxFixture(Path temp) throws IOException, BelljarException {
        folders = new HostFolders(temp.resolve("data"), temp.resolve("cache"), temp.resolve("run"), temp);
        Files.createDirectories(folders.data());
        project = Files.createDirectories(temp.resolve("shop"));
        catalog = SandboxCatalog.open(folders.data());
        index = EventIndex.open(folders.data().resolve("index.db"));
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
        templates = new FittingTemplates(
                new ProjectTemplateStore(folders, driver, connectors::link, new ChecksumVerifier()),
                project -> environments.of(project),
                temp,
                images::key,
                new TemplateSettings(true, false, 1L << 40));
        openTemplates();
        dependencies = new SandboxDependencies(
                new MachinePlatform(
                        folders,
                        driver,
                        images,
                        new ImageImports(new ImportedImageStore(folders.data(), DiskReserve.NONE)),
                        probe,
                        emulation),
                new SavedMachines(snapshots, TemplateStore.NONE, WarmPool.NONE, templates),
                new SandboxDependencies.HostRecords(
                        catalog, index, HostJournal.open(folders.data().resolve("events")), connectors),
                workspace,
                quotas,
                egress(folders, policies, audit, clock),
                new SandboxDependencies.GuestTools(
                        GuestConnections.NONE,
                        SshFiles.of(folders, Map.of("BELLJAR_LAUNCHER", "/opt/belljar/belljar")),
                        GuestTool.NONE),
                new SandboxDependencies.ProjectEnvironments(
                        EnvironmentService.open(
                                folders.data(), temp, AgentProfileStore.of(Map.of(), temp), audit, clock),
                        project -> environments.of(project),
                        new SetupSettings(temp, Duration.ofMinutes(30)),
                        templates));
    }

    /// Opens the templates of projects, as a host agent does when it starts.
    public void openTemplates() throws IOException {
        try {
            templates.store().open();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The templates of projects.
    public FittingTemplates templates() {
        return templates;
    }

    private static EgressControls egress(
            HostFolders folders, PolicyService policies, AuditLog audit, InstantSource clock) {
        SecretStore secrets = SecretStores.in(folders.data().resolve("secrets.json"), SecretKeyring.NONE, audit, clock);
        try {
            UpstreamTls upstream = UpstreamTls.ofHost(java.util.Map.of());
            AuthorityService authorities = AuthorityService.open(folders.data(), java.util.Map.of(), audit);
            MirrorService mirrors = MirrorService.open(
                    folders.data(), java.util.Map.of("HOME", folders.data().toString()), secrets, audit);
            return new EgressControls(
                    policies,
                    new InspectionSettings(
                            secrets, audit, upstream, authorities, mirrors, clock, new HostBudget(64 << 20, 4 << 20)),
                    authorities,
                    mirrors,
                    secrets,
                    audit);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public interface Condition {
        boolean holds() throws BelljarException, InterruptedException;
    }

    /// Sets the environment of the next host agent, with its retention periods.
    public void keeps(Map<String, String> next) {
        environment = next;
    }

    /// Sets the environments that the user has accepted.
    public void accepts(AcceptedEnvironments accepted) {
        environments = accepted;
    }

    /// Advances the clock by this time.
    public void later(Duration time) {
        skipped.addAndGet(time.toNanos());
    }

    /// Sets the number of bytes of the disk that are kept free.
    public void reserves(long bytes) {
        reserve = bytes;
    }

    public HostFolders folders() {
        return folders;
    }

    public FakeDriver driver() {
        return driver;
    }

    public FakeConnectors openers() {
        return connectors;
    }

    public FakeWorkspace workspace() {
        return workspace;
    }

    public FakeImages images() {
        return images;
    }

    public FakeProbe probe() {
        return probe;
    }

    public SandboxDependencies dependencies() {
        return dependencies;
    }

    /// What the host agent does with sandboxes, opened on the first call.
    public SandboxServices agent() throws BelljarException, InterruptedException {
        SandboxServices opened = services;
        if (opened == null) {
            LongSupplier nanos = () -> System.nanoTime() + skipped.get();
            SandboxRegistry known = dependencies.registry(nanos);
            SteadyClock ages = new SteadyClock(() -> Instant.now().plusNanos(skipped.get()), nanos);
            opened = SandboxServices.open(dependencies, known, "test", retentions(), automaticSnapshots(), ages);
            registry = known;
            clock = ages;
            services = opened;
        }
        return opened;
    }

    /// The services that the API offers.
    public ApiServices api() throws BelljarException, InterruptedException {
        return agent().api();
    }

    /// The sandboxes of the host agent.
    public SandboxRegistry registry() throws BelljarException, InterruptedException {
        SandboxServices _ = agent();
        return Objects.requireNonNull(registry);
    }

    /// The clock by which the host agent applies the retention periods.
    public SteadyClock clock() throws BelljarException, InterruptedException {
        SandboxServices _ = agent();
        return Objects.requireNonNull(clock);
    }

    /// The retention periods of the host agent.
    public RetentionSettings retentions() {
        try {
            return RetentionSettings.open(folders.data().resolve("retention.json"), environment);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The settings of automatic snapshots, which are off unless the environment says otherwise.
    private SnapshotSettingsStore automaticSnapshots() {
        String variable = "BELLJAR_AUTOMATIC_SNAPSHOTS";
        return SnapshotSettingsStore.open(folders.data(), Map.of(variable, environment.getOrDefault(variable, "off")));
    }

    /// The policy files of this host.
    public PolicyFiles places() {
        return places;
    }

    /// Stops the host agent; the next call starts another one.
    public void stopAgent() {
        if (services != null) {
            services.close();
        }
        services = null;
    }

    public String create() throws BelljarException, InterruptedException {
        return api().sandboxes()
                .create(new CreateSandbox(project.toString(), "shop", 256, 1, 1024, null, false, false))
                .id();
    }

    /// Creates a running sandbox with its project, and returns its id.
    public String running() throws BelljarException, InterruptedException {
        String id = create();
        start(id);
        return id;
    }

    /// Waits for the running workflow of a sandbox.
    public void settle(String id) throws BelljarException, InterruptedException {
        registry().find(id).workflow().await();
    }

    public void start(String id) throws BelljarException, InterruptedException {
        api().sandboxes().start(id);
        settle(id);
    }

    public void stop(String id) throws BelljarException, InterruptedException {
        api().sandboxes().stop(id, false);
        settle(id);
    }

    /// Makes a record as another host agent left it.
    public SandboxRecord left(String id, SandboxState state) throws BelljarException {
        SandboxSpec spec = new SandboxSpec(id, project.toString(), "microvm", new MachineLimits(256, 1, 1024), false);
        SandboxRecord record = SandboxRecord.asked(id, spec, 1).withState(state, 1, null);
        catalog.keep(record);
        return record;
    }

    public void keep(SandboxRecord record) throws BelljarException {
        catalog.keep(record);
    }

    public SandboxRecord record(String id) throws BelljarException {
        return catalog.find(id).orElseThrow();
    }

    public Optional<SandboxRecord> found(String id) throws BelljarException {
        return catalog.find(id);
    }

    public SandboxState state(String id) throws BelljarException, InterruptedException {
        return api().sandboxes().get(id).status().state();
    }

    /// Returns whether the record on disk names this machine.
    public boolean knows(String id, Machine machine) throws BelljarException {
        RecordedProcess known = record(id).machine().process();
        return known != null && known.pid() == machine.process().pid();
    }

    public Path folder(String id) {
        return folders.sandbox(id);
    }

    public Path trash(String id) {
        return folders.data().resolve("trash").resolve(id);
    }

    public Path runtime(String id) {
        return folders.runtime().resolve(id);
    }

    /// Waits until the condition is true.
    public static void until(Condition condition) throws BelljarException, InterruptedException {
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(condition::holds);
    }

    @Override
    public void close() {
        stopAgent();
        dependencies.records().hostJournal().close();
        policies.close();
        audit.close();
        index.close();
        catalog.close();
    }
}
