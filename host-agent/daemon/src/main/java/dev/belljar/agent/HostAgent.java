package dev.belljar.agent;

import dev.belljar.agent.api.ApiServer;
import dev.belljar.agent.api.ApiSettings;
import dev.belljar.agent.audit.AuditLog;
import dev.belljar.agent.authority.AuthorityService;
import dev.belljar.agent.autosnapshot.SnapshotSettingsStore;
import dev.belljar.agent.catalog.SandboxCatalog;
import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.environment.AgentProfileStore;
import dev.belljar.agent.environment.EnvironmentService;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.ControlGroups;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.host.SoleOwner;
import dev.belljar.agent.image.BuildScript;
import dev.belljar.agent.image.ComposedImages;
import dev.belljar.agent.image.DebianImages;
import dev.belljar.agent.image.ImageImports;
import dev.belljar.agent.image.ImageNames;
import dev.belljar.agent.image.ImageStore;
import dev.belljar.agent.image.ImportedImageStore;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.inspect.InspectionSettings;
import dev.belljar.agent.inspect.UpstreamTls;
import dev.belljar.agent.journal.FileJournal;
import dev.belljar.agent.journal.HostJournal;
import dev.belljar.agent.listen.ApiListeners;
import dev.belljar.agent.mirror.MirrorService;
import dev.belljar.agent.naming.LocalNames;
import dev.belljar.agent.policy.PolicyService;
import dev.belljar.agent.policy.file.PolicyFiles;
import dev.belljar.agent.retention.RetentionSettings;
import dev.belljar.agent.retention.SteadyClock;
import dev.belljar.agent.route.GuestConnections;
import dev.belljar.agent.route.RoutingService;
import dev.belljar.agent.sandbox.MachineIdentity;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxQuota;
import dev.belljar.agent.sandbox.SavedMachines;
import dev.belljar.agent.secret.DesktopKeyring;
import dev.belljar.agent.secret.SecretStore;
import dev.belljar.agent.secret.TokenClient;
import dev.belljar.agent.session.SessionSetup;
import dev.belljar.agent.setup.SetupSettings;
import dev.belljar.agent.snapshot.PausedMachines;
import dev.belljar.agent.snapshot.ProjectTemplateStore;
import dev.belljar.agent.snapshot.SavedTemplates;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.snapshot.TemplateStore;
import dev.belljar.agent.sockets.NameServer;
import dev.belljar.agent.ssh.SshFiles;
import dev.belljar.agent.status.PoolSize;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.storage.StorageSettings;
import dev.belljar.agent.sync.script.FetchLimits;
import dev.belljar.agent.sync.workspace.GitWorkspace;
import dev.belljar.agent.template.FittingTemplates;
import dev.belljar.agent.template.TemplateSettings;
import dev.belljar.agent.tool.DebianRust;
import dev.belljar.agent.tool.ZellijTool;
import dev.belljar.agent.vm.launch.QemuBinary;
import dev.belljar.agent.vm.probe.BootProbe;
import dev.belljar.agent.vm.probe.EmulationConsent;
import dev.belljar.agent.vm.qemu.QemuDriver;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.contract.host.HomeFolder;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.text.FileErrors;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The host agent: opens its parts from top to bottom, and closes them in reverse order.
public final class HostAgent implements AutoCloseable {
    public static final String VERSION = "0.1.0";
    private static final Logger LOG = LoggerFactory.getLogger(HostAgent.class);
    /// The exit code when another host agent runs already, so that the starter waits for that one
    /// (`EX_TEMPFAIL`).
    private static final int HELD = 75;

    private static final int MOST_PORT = 65_535;

    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final CountDownLatch done = new CountDownLatch(1);
    private final ApiServer api;

    private HostAgent(Map<String, String> environment) throws BelljarException, IOException, InterruptedException {
        try {
            EnvironmentSwitches.check(environment);
            HostFolders folders = HostFolders.from(environment);
            keep(SoleOwner.of(folders.data().resolve("host-agent.lock")));
            DurableFile.sweep(folders.data());
            SandboxCatalog catalog = keep(SandboxCatalog.open(folders.data()));
            EventIndex index = keep(EventIndex.open(folders.data().resolve("index.db")));
            HostJournal events = keep(HostJournal.open(folders.data().resolve("events")));
            StorageSettings storage = StorageSettings.open(folders.data().resolve("storage.json"), environment);
            DiskReserve reserve = new DiskReserve(storage::reserve);
            DebianImages images = keep(images(folders, reserve, events, environment));
            ImportedImageStore imported = ImportedImageStore.open(folders.data(), reserve);
            ImageImports imports = keep(new ImageImports(imported));
            QemuBinary qemu = QemuBinary.on(environment.getOrDefault("PATH", "/usr/bin:/bin"));
            ConfinementLauncher launcher = ConfinementLauncher.in(folders.home(), ControlGroups.claim());
            QemuDriver driver = new QemuDriver(qemu, launcher, folders.layers(), reserve);
            ChecksumVerifier checksums = new ChecksumVerifier();
            HostBudgets budgets = HostBudgets.ofHost();
            RealSandboxConnectors connectors = new RealSandboxConnectors(
                    eventBytes(environment),
                    reserve,
                    budgets,
                    NameServer.parse(environment.getOrDefault("BELLJAR_NAME_SERVERS", "")));
            ZellijTool zellij = keep(zellij(environment, folders, reserve, events));
            SavedTemplates saved =
                    keep(new SavedTemplates(folders, driver, connectors::link, checksums, new SessionSetup(zellij)));
            saved.sweep();
            TemplateStore templates = "off".equals(environment.get("BELLJAR_TEMPLATES")) ? TemplateStore.NONE : saved;
            PausedMachines pool = keep(pool(folders, driver, templates, connectors, environment));
            pool.sweep();
            AuditLog audit = keep(AuditLog.open(folders.data().resolve("audit"), InstantSource.system()));
            PolicyService policies =
                    keep(PolicyService.open(PolicyFiles.from(environment, folders), audit, InstantSource.system()));
            UpstreamTls upstream = upstream(environment);
            SecretStore secrets = secrets(folders, environment, upstream, audit);
            AuthorityService authorities = AuthorityService.open(folders.data(), environment, audit);
            MirrorService mirrors = MirrorService.open(folders.data(), environment, secrets, audit);
            InspectionSettings inspections = new InspectionSettings(
                    secrets, audit, upstream, authorities, mirrors, InstantSource.system(), budgets.inspected());
            GuestConnections web = keep(web(folders, environment));
            SnapshotStore snapshots = SnapshotStore.open(folders, checksums);
            QuotaService quotas = new QuotaService(storage, reserve, folders, snapshots);
            GitWorkspace workspace = new GitWorkspace(
                    folders.data(), FetchLimits.from(environment), new SandboxQuota(catalog, quotas), launcher);
            quotas.counts(workspace::objects);
            var stored = new ProjectTemplateStore(folders, driver, connectors::link, checksums);
            var projects = environments(folders, audit, environment, stored, images::key, imported);
            SandboxDependencies dependencies = new SandboxDependencies(
                    new MachinePlatform(
                            folders,
                            driver,
                            new ComposedImages(images, imported),
                            imports,
                            new BootProbe(qemu, launcher, folders.cache()),
                            new EmulationConsent(folders.data().resolve("emulation-accepted"), environment)),
                    new SavedMachines(snapshots, templates, pool, projects.templates()),
                    new SandboxDependencies.HostRecords(catalog, index, events, connectors),
                    workspace,
                    quotas,
                    new EgressControls(policies, inspections, authorities, mirrors, secrets, audit),
                    new SandboxDependencies.GuestTools(web, SshFiles.of(folders, environment), zellij),
                    projects);
            SandboxServices sandboxes = keep(SandboxServices.open(
                    dependencies,
                    dependencies.registry(System::nanoTime),
                    VERSION,
                    RetentionSettings.open(folders.data().resolve("retention.json"), environment),
                    SnapshotSettingsStore.open(folders.data(), environment),
                    SteadyClock.ofHost()));
            sandboxes.startRetention();
            web.serve(sandboxes.sites());
            this.api = keep(ApiServer.start(
                    ApiSettings.of(port(environment), folders.runtime(), folders.data(), VERSION),
                    sandboxes.api(),
                    done::countDown));
        } catch (BelljarException | IOException | InterruptedException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /// Starts a host agent with these environment variables.
    ///
    /// @throws BelljarException when a part cannot be opened; the parts opened before it are closed again
    public static HostAgent start(Map<String, String> environment)
            throws BelljarException, IOException, InterruptedException {
        return new HostAgent(environment);
    }

    private static DebianImages images(
            HostFolders folders, DiskReserve reserve, HostJournal events, Map<String, String> environment) {
        ImageStore store = new ImageStore(folders.cache().resolve("images"));
        store.usedBy(folders.data());
        DebianImages images = new DebianImages(
                new BuildScript(folders.home().resolve("microvm-nix/debian")),
                store,
                reserve,
                !"off".equals(environment.get("BELLJAR_IMAGE_CHECK")));
        images.tell(events::record);
        return images;
    }

    private static PausedMachines pool(
            HostFolders folders,
            QemuDriver driver,
            TemplateStore templates,
            RealSandboxConnectors connectors,
            Map<String, String> environment)
            throws IOException {
        PoolSize size = PoolSize.of(environment, folders);
        return new PausedMachines(folders, driver, templates, connectors::link, MachineIdentity::freshId, size);
    }

    private static SandboxDependencies.ProjectEnvironments environments(
            HostFolders folders,
            AuditLog audit,
            Map<String, String> environment,
            ProjectTemplateStore stored,
            Supplier<Optional<String>> image,
            ImageNames imported)
            throws BelljarException, IOException, InterruptedException {
        EnvironmentService proposals = EnvironmentService.open(
                folders.data(),
                HomeFolder.of(environment),
                AgentProfileStore.of(environment, HomeFolder.of(environment)),
                audit,
                InstantSource.system(),
                imported);
        SetupSettings setup = SetupSettings.from(environment);
        stored.open();
        return new SandboxDependencies.ProjectEnvironments(
                proposals,
                proposals,
                setup,
                new FittingTemplates(stored, proposals, setup.home(), image, TemplateSettings.from(environment)));
    }

    private static ZellijTool zellij(
            Map<String, String> environment, HostFolders folders, DiskReserve reserve, HostJournal events) {
        return ZellijTool.of(environment, folders.cache(), reserve, DebianRust.in(folders.home()), events::record);
    }

    /// Runs until `POST /shutdown` or a signal asks it to stop. Machines keep running.
    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler(new FatalErrors());
        try (HostAgent agent = start(System.getenv())) {
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("shutdown").unstarted(agent::close));
            LOG.info("host agent {} {}", VERSION, agent.api.place());
            agent.done.await();
            LOG.info("host agent stopping; machines keep running");
        } catch (BelljarException e) {
            System.err.println(e.getMessage() + (e.hint() == null ? "" : "\n" + e.hint()));
            System.exit(1);
        } catch (SoleOwner.HeldException e) {
            System.err.println(e.getMessage());
            System.exit(HELD);
        } catch (IOException e) {
            System.err.println("the host agent could not start: " + FileErrors.sentence(e));
            System.exit(1);
        }
        System.exit(0);
    }

    /// Closes all parts in reverse order; a part that fails to close does not keep the others open.
    @Override
    public synchronized void close() {
        while (!open.isEmpty()) {
            AutoCloseable part = open.pop();
            try {
                part.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (Exception e) {
                LOG.warn("closing {}", part.getClass().getSimpleName(), e);
            }
        }
        done.countDown();
    }

    private <T extends AutoCloseable> T keep(T part) {
        open.push(part);
        return part;
    }

    /// The secrets, which are read in the background: a keyring may ask for its password first, and only
    /// secrets wait for that.
    private static SecretStore secrets(
            HostFolders folders, Map<String, String> environment, UpstreamTls upstream, AuditLog audit) {
        InstantSource clock = InstantSource.system();
        SecretStore secrets = new SecretStore(
                folders.data().resolve("secrets.json"),
                DesktopKeyring.of(environment),
                new TokenClient(upstream.context(), clock),
                audit,
                clock);
        Thread.ofVirtual().name("secrets").start(() -> {
            try {
                secrets.refresh();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return secrets;
    }

    private static GuestConnections web(HostFolders folders, Map<String, String> environment) throws IOException {
        return "off".equals(environment.get("BELLJAR_ROUTES"))
                ? GuestConnections.NONE
                : RoutingService.in(folders, environment, LocalNames.start(environment));
    }

    private static UpstreamTls upstream(Map<String, String> environment) throws IOException {
        try {
            return UpstreamTls.ofHost(environment);
        } catch (GeneralSecurityException e) {
            throw new IOException("the CA certificates that this computer trusts cannot be read: " + e.getMessage(), e);
        }
    }

    private static long eventBytes(Map<String, String> environment) throws IOException {
        String mib = environment.get("BELLJAR_EVENTS_MIB");
        if (mib == null) {
            return FileJournal.GUEST_LIMIT;
        }
        if (!mib.matches("[1-9][0-9]{1,7}")) {
            throw new IOException("BELLJAR_EVENTS_MIB is \"" + mib + "\": expected a number of MiB, 10 or more");
        }
        return Long.parseLong(mib) << 20;
    }

    private static int port(Map<String, String> environment) throws IOException {
        String port = environment.getOrDefault("BELLJAR_PORT", Integer.toString(ApiSettings.PORT));
        if (port.equals("off")) {
            return ApiListeners.OFF;
        }
        if (!port.matches("[0-9]{1,5}") || Integer.parseInt(port) > MOST_PORT) {
            throw new IOException("BELLJAR_PORT is \"" + port + "\": expected a number from 0 to 65535, or \"off\"");
        }
        return Integer.parseInt(port);
    }
}
