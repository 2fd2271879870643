package dev.belljar.agent;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.access.PortWatch;
import dev.belljar.agent.access.RegistrySites;
import dev.belljar.agent.access.RouteService;
import dev.belljar.agent.access.SessionService;
import dev.belljar.agent.access.SshConfigWriter;
import dev.belljar.agent.access.SshService;
import dev.belljar.agent.agentstate.AgentStateService;
import dev.belljar.agent.api.ApiServices;
import dev.belljar.agent.autosnapshot.AutomaticSnapshotService;
import dev.belljar.agent.autosnapshot.SnapshotSettingsStore;
import dev.belljar.agent.autosync.SyncService;
import dev.belljar.agent.branch.BranchService;
import dev.belljar.agent.branch.ReviewBaseLookup;
import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.branch.WorkspaceComparer;
import dev.belljar.agent.build.BuildSandboxes;
import dev.belljar.agent.codingagent.AgentCredentials;
import dev.belljar.agent.codingagent.CodingAgentService;
import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.egress.GatewayConnector;
import dev.belljar.agent.egress.InspectionSetup;
import dev.belljar.agent.egress.ProjectVariables;
import dev.belljar.agent.egress.SandboxAuthorityService;
import dev.belljar.agent.egress.SandboxMirrorService;
import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.index.EventIndex;
import dev.belljar.agent.jail.JailService;
import dev.belljar.agent.lifecycle.SandboxCreation;
import dev.belljar.agent.lifecycle.SandboxOpening;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.lifecycle.TrashMove;
import dev.belljar.agent.lifecycle.Workflows;
import dev.belljar.agent.login.LoginService;
import dev.belljar.agent.provenance.BlameService;
import dev.belljar.agent.provenance.ProvenanceService;
import dev.belljar.agent.provenance.RecordedWrites;
import dev.belljar.agent.provenance.SyncReceipts;
import dev.belljar.agent.provenance.version.FileFollower;
import dev.belljar.agent.retention.IdleReaper;
import dev.belljar.agent.retention.OneShotSandboxes;
import dev.belljar.agent.retention.PermanentDeletion;
import dev.belljar.agent.retention.RetentionService;
import dev.belljar.agent.retention.RetentionSettings;
import dev.belljar.agent.retention.SteadyClock;
import dev.belljar.agent.retention.StorageService;
import dev.belljar.agent.retention.StorageWatch;
import dev.belljar.agent.retention.TrashService;
import dev.belljar.agent.route.SandboxSites;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.session.SessionSetup;
import dev.belljar.agent.settings.SettingsService;
import dev.belljar.agent.setup.SetupService;
import dev.belljar.agent.setup.SetupTools;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.status.FileService;
import dev.belljar.agent.status.HostDoctor;
import dev.belljar.agent.status.HostService;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.agent.status.SandboxViews;
import dev.belljar.agent.status.TimelineService;
import dev.belljar.agent.status.WorkService;
import dev.belljar.agent.template.PreparationTools;
import dev.belljar.agent.template.ProjectTemplateService;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.agent.tool.ZellijTool;
import dev.belljar.contract.problem.BelljarException;
import java.time.InstantSource;

/// Everything that the host agent does with sandboxes, wired from top to bottom.
public final class SandboxServices implements AutoCloseable {
    private final GuestTool zellij;
    private final SetupService setups;
    private final ProjectTemplateService templates;
    private final SandboxRegistry registry;
    private final SshConfigWriter sshConfig;
    private final PortWatch ports;
    private final RegistrySites sites;
    private final IdleReaper idleReaper;
    private final StorageWatch storageWatch;
    private final BuildSandboxes builds;
    private final OneShotSandboxes oneShots;
    private final FileFollower written;
    private final SyncService syncs;
    private final AutomaticSnapshotService automatic;
    private final JailService jails;
    private final AgentStateService agentStates;
    private final ApiServices api;

    private SandboxServices(
            SandboxDependencies d,
            SandboxRegistry registry,
            String version,
            RetentionSettings retentions,
            SnapshotSettingsStore automaticSnapshots,
            SteadyClock clock)
            throws BelljarException, InterruptedException {
        MachinePlatform platform = d.platform();
        HostFolders folders = platform.folders();
        SandboxDependencies.HostRecords records = d.records();
        EgressControls egress = d.egress();
        this.registry = registry;
        this.zellij = d.tools().zellij();
        this.sshConfig = new SshConfigWriter(registry, folders, d.tools().ssh());
        AccessService access = new AccessService(zellij, sshConfig::write);
        SandboxViews views = new SandboxViews(platform.probe(), platform.driver(), egress.policies());
        InspectionSetup inspection = new InspectionSetup(
                egress.inspections(), new ProjectVariables(d.environments().accepted()));
        this.written = new FileFollower(registry, InstantSource.system());
        this.agentStates = new AgentStateService(
                registry, records.index(), d.environments().proposals().agents(), InstantSource.system());
        SnapshotStore snapshotStore = d.saved().snapshots();
        WorkspaceComparer comparisons = new WorkspaceComparer(registry, snapshotStore, d.workspace());
        WorkService work = new WorkService(d.workspace(), new ReviewBaseLookup(registry, snapshotStore, comparisons));
        SandboxQueries queries = queries(d, registry, work, views, written);
        this.syncs = new SyncService(registry, queries, d.workspace().fetchedWork(), folders.data(), System::nanoTime);
        work.tell(syncs.auto());
        SandboxPolicyService policies = new SandboxPolicyService(registry, egress, records.index(), inspection);
        GuestService guests = new GuestService(registry, access, inspection);
        SshService ssh = new SshService(registry, access);
        this.setups = setups(d, registry, guests, access);
        Workflows workflows = workflows(d, access, inspection, setups);
        SandboxCreation creation =
                new SandboxCreation(registry, folders, records.catalog(), d.saved(), d.workspace(), egress, sshConfig);
        SandboxService sandboxes = new SandboxService(registry, creation, workflows, egress, views, queries, sshConfig);
        SnapshotService snapshots = new SnapshotService(registry, d.saved(), d.workspace(), d.quotas(), egress);
        this.automatic = new AutomaticSnapshotService(
                registry, snapshots, d.quotas(), egress.policies(), folders, automaticSnapshots, platform.probe());
        BranchService branches = new BranchService(sandboxes, snapshots, snapshotStore, folders);
        RetentionService retention = new RetentionService(registry, views, platform.driver(), d.quotas(), retentions);
        TrashService trash =
                new TrashService(creation, views, platform, snapshotStore, d.workspace(), d.quotas(), retentions);
        this.idleReaper = new IdleReaper(registry, sandboxes, retention, trash, retentions, clock);
        this.storageWatch = new StorageWatch(registry, d.quotas(), folders);
        StorageService storage = new StorageService(registry, d.quotas(), storageWatch, d.workspace(), folders);
        this.ports = new PortWatch(registry);
        this.sites = new RegistrySites(registry, access, ports, sandboxes::start);
        RouteService routes =
                new RouteService(registry, access, sites, d.tools().web());
        PermanentDeletion deletion = new PermanentDeletion(sandboxes, trash);
        this.builds =
                new BuildSandboxes(registry, sandboxes, policies, guests, deletion, ZellijTool.place(folders.cache()));
        this.templates = templates(d, registry, sandboxes, setups, deletion);
        this.oneShots = new OneShotSandboxes(registry, deletion::run, System::nanoTime);
        this.jails = new JailService(folders, System.getenv(), egress.audit(), records.hostJournal()::record);
        var timelines = new TimelineService(registry, records.index(), snapshotStore, InstantSource.system());
        this.api = new ApiServices(
                sandboxes,
                queries,
                syncs,
                host(d, registry, version),
                new ApiServices.SnapshotServices(snapshots, automatic, branches, comparisons, timelines),
                policies,
                new ApiServices.StorageServices(storage, retention, trash, oneShots),
                reached(d, policies, guests, routes, ssh, new SessionService(registry, access, zellij, builds)),
                configuration(d, policies, retention, inspection),
                jails);
        sandboxes.tell(trash::added);
        setups.tell(templates::setUp);
        d.environments().proposals().tell(project -> inspection.variables().configureAll(registry, project));
        trash.tell(records.hostJournal()::record);
        egress.policies().tell(registry::record);
        new SandboxOpening(registry, records.catalog(), egress.policies(), workflows).run();
        sshConfig.changed();
    }

    private ApiServices.ConfigurationServices configuration(
            SandboxDependencies d,
            SandboxPolicyService policies,
            RetentionService retention,
            InspectionSetup inspection) {
        return new ApiServices.ConfigurationServices(
                new SettingsService(registry, d.platform(), policies, retention::retention),
                d.environments().proposals(),
                templates,
                new SandboxAuthorityService(registry, d.egress().authorities(), inspection),
                new SandboxMirrorService(registry, d.egress().mirrors(), inspection));
    }

    private ApiServices.AccessServices reached(
            SandboxDependencies d,
            SandboxPolicyService policies,
            GuestService guests,
            RouteService routes,
            SshService ssh,
            SessionService sessions) {
        CodingAgentService agents = new CodingAgentService(
                registry,
                d.environments().proposals(),
                d.environments().accepted(),
                new AgentCredentials(registry, policies, d.egress()),
                sessions,
                guests,
                agentStates);
        LoginService logins = new LoginService(d.environments().proposals(), policies);
        var all = new ApiServices.AgentServices(agents, logins);
        return new ApiServices.AccessServices(guests, routes, sessions, ssh, new FileService(registry), setups, all);
    }

    private static Workflows workflows(
            SandboxDependencies d, AccessService access, InspectionSetup inspection, SetupService setups) {
        SandboxDependencies.HostRecords records = d.records();
        return new Workflows(
                d.platform(),
                d.saved(),
                d.workspace(),
                d.quotas(),
                access,
                new GatewayConnector(
                        records.index(), records.connectors(), d.egress().policies(), inspection),
                new TrashMove(
                        d.platform().folders(), d.saved().snapshots().layers(), records.index(), records.catalog()),
                setups);
    }

    private static SetupService setups(
            SandboxDependencies d, SandboxRegistry registry, GuestService guests, AccessService access) {
        return new SetupService(
                registry,
                d.records().index(),
                d.environments().accepted(),
                new SetupTools(
                        guests, access, d.egress().policies(), d.environments().settings()),
                d.saved().projects(),
                d.platform().folders().data());
    }

    private static ProjectTemplateService templates(
            SandboxDependencies d,
            SandboxRegistry registry,
            SandboxService sandboxes,
            SetupService setups,
            PermanentDeletion deletion) {
        PreparationTools tools = new PreparationTools(
                registry,
                sandboxes,
                setups,
                deletion,
                d.platform(),
                d.saved().snapshots().layers(),
                new SessionSetup(d.tools().zellij()));
        return new ProjectTemplateService(tools, d.environments().templates(), registry::record);
    }

    private static SandboxQueries queries(
            SandboxDependencies d,
            SandboxRegistry registry,
            WorkService work,
            SandboxViews views,
            FileFollower written) {
        SandboxDependencies.HostRecords records = d.records();
        return new SandboxQueries(
                registry,
                d.platform().folders(),
                records.index(),
                records.hostJournal(),
                work,
                views,
                provenance(d, written));
    }

    private static ProvenanceService provenance(SandboxDependencies d, FileFollower written) {
        EventIndex index = d.records().index();
        return new ProvenanceService(
                new BlameService(index, d.workspace(), written, RecordedWrites.of(index)),
                new SyncReceipts(
                        index, d.workspace(), d.saved().snapshots(), d.egress().audit(), InstantSource.system()));
    }

    private static HostService host(SandboxDependencies d, SandboxRegistry registry, String version) {
        SandboxDependencies.GuestTools tools = d.tools();
        return new HostService(
                version,
                registry,
                d.platform(),
                d.records().catalog(),
                d.records().hostJournal(),
                new HostDoctor(d.platform(), d.egress(), tools.web(), tools.zellij(), d.quotas()));
    }

    /// Opens the sandboxes of the catalog in this empty registry, and takes over their machines that still run.
    /// The registry is closed with the services.
    ///
    /// @throws BelljarException when the catalog or a journal cannot be read
    public static SandboxServices open(
            SandboxDependencies dependencies,
            SandboxRegistry registry,
            String version,
            RetentionSettings retentions,
            SnapshotSettingsStore automaticSnapshots,
            SteadyClock clock)
            throws BelljarException, InterruptedException {
        return new SandboxServices(dependencies, registry, version, retentions, automaticSnapshots, clock);
    }

    /// The services that the API offers.
    public ApiServices api() {
        return api;
    }

    /// The sandboxes as routes see them.
    public SandboxSites sites() {
        return sites;
    }

    /// Begins to apply the retention policy, to poll the ports of running machines, to read the files written
    /// there, to fetch work by itself, and to take snapshots automatically.
    public void startRetention() {
        idleReaper.start();
        storageWatch.start();
        ports.start();
        written.start();
        agentStates.start();
        syncs.auto().start();
        automatic.start();
        builds.sweep();
        oneShots.start();
        templates.sweep();
    }

    /// Detaches from all sandboxes; machines continue to run, except one in which a program is being built.
    @Override
    public void close() {
        try {
            zellij.cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        jails.close();
        oneShots.close();
        templates.close();
        setups.close();
        automatic.close();
        syncs.close();
        idleReaper.close();
        storageWatch.close();
        sshConfig.close();
        ports.close();
        written.close();
        agentStates.close();
        registry.close();
    }
}
