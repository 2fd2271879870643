package dev.belljar.agent;

import dev.belljar.agent.access.AccessService;
import dev.belljar.agent.access.GuestService;
import dev.belljar.agent.access.PortWatch;
import dev.belljar.agent.access.RegistrySites;
import dev.belljar.agent.access.RouteService;
import dev.belljar.agent.access.SessionService;
import dev.belljar.agent.access.SshConfigWriter;
import dev.belljar.agent.access.SshService;
import dev.belljar.agent.api.ApiServices;
import dev.belljar.agent.branch.BranchService;
import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.branch.WorkspaceComparer;
import dev.belljar.agent.build.BuildSandboxes;
import dev.belljar.agent.egress.EgressControls;
import dev.belljar.agent.egress.GatewayConnector;
import dev.belljar.agent.egress.InspectionSetup;
import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.lifecycle.SandboxCreation;
import dev.belljar.agent.lifecycle.SandboxOpening;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.lifecycle.TrashMove;
import dev.belljar.agent.lifecycle.Workflows;
import dev.belljar.agent.retention.IdleReaper;
import dev.belljar.agent.retention.RetentionService;
import dev.belljar.agent.retention.RetentionSettings;
import dev.belljar.agent.retention.SteadyClock;
import dev.belljar.agent.retention.StorageService;
import dev.belljar.agent.retention.StorageWatch;
import dev.belljar.agent.retention.TrashService;
import dev.belljar.agent.route.SandboxSites;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxResources;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.status.HostDoctor;
import dev.belljar.agent.status.HostService;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.agent.status.SandboxViews;
import dev.belljar.agent.status.WorkService;
import dev.belljar.agent.tool.GuestTool;
import dev.belljar.agent.tool.ZellijTool;
import dev.belljar.contract.problem.BelljarException;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// Everything that the host agent does with sandboxes, wired from top to bottom.
public final class SandboxServices implements AutoCloseable {
    private final GuestTool zellij;
    private final SandboxRegistry registry;
    private final SshConfigWriter sshConfig;
    private final AccessService access;
    private final SandboxService sandboxes;
    private final SandboxQueries queries;
    private final HostService host;
    private final GuestService guests;
    private final SandboxPolicyService policies;
    private final SshService ssh;
    private final SessionService sessions;
    private final PortWatch ports;
    private final RegistrySites sites;
    private final RouteService routes;
    private final TrashMove trashMove;
    private final SnapshotService snapshots;
    private final BranchService branches;
    private final WorkspaceComparer comparisons;
    private final RetentionService retention;
    private final TrashService trash;
    private final IdleReaper idleReaper;
    private final StorageWatch storageWatch;
    private final StorageService storage;
    private final BuildSandboxes builds;

    private SandboxServices(
            SandboxDependencies d,
            String version,
            RetentionSettings retentions,
            InstantSource clock,
            LongSupplier nanos)
            throws BelljarException, InterruptedException {
        MachinePlatform platform = d.platform();
        SandboxDependencies.HostRecords records = d.records();
        EgressControls egress = d.egress();
        this.zellij = d.tools().zellij();
        this.registry = new SandboxRegistry(
                new SandboxResources(
                        records.catalog(),
                        platform.folders(),
                        records.connectors(),
                        egress.policies(),
                        records.hostJournal()),
                records.index(),
                nanos);
        this.sshConfig =
                new SshConfigWriter(registry, platform.folders(), d.tools().ssh());
        this.access = new AccessService(zellij, sshConfig::write);
        SandboxViews views = new SandboxViews(platform.probe(), platform.driver(), egress.policies());
        InspectionSetup inspection = new InspectionSetup(egress.inspections());
        this.host = new HostService(
                version,
                registry,
                platform,
                records.catalog(),
                records.hostJournal(),
                new HostDoctor(platform, egress, d.tools().web(), zellij, d.quotas()));
        this.queries = new SandboxQueries(
                registry,
                platform.folders(),
                records.index(),
                records.hostJournal(),
                new WorkService(d.workspace()),
                views);
        this.policies = new SandboxPolicyService(registry, egress, records.index());
        this.guests = new GuestService(registry, access, inspection);
        this.ssh = new SshService(registry, access);
        this.trashMove =
                new TrashMove(platform.folders(), d.saved().snapshots().layers(), records.index(), records.catalog());
        Workflows workflows = new Workflows(
                platform,
                d.saved(),
                d.workspace(),
                d.quotas(),
                access,
                new GatewayConnector(records.index(), records.connectors(), egress.policies(), inspection),
                trashMove);
        SandboxCreation creation = new SandboxCreation(
                registry, platform.folders(), records.catalog(), d.saved().pool(), d.workspace(), egress, sshConfig);
        this.sandboxes = new SandboxService(registry, creation, workflows, egress, views, queries, sshConfig);
        SnapshotStore snapshotStore = d.saved().snapshots();
        this.snapshots = new SnapshotService(registry, d.saved(), d.workspace(), d.quotas(), egress);
        this.branches = new BranchService(sandboxes, snapshots, snapshotStore, platform.folders());
        this.comparisons = new WorkspaceComparer(registry, snapshotStore, d.workspace());
        this.retention = new RetentionService(registry, views, platform.driver(), d.quotas(), retentions);
        this.trash = new TrashService(creation, views, platform, snapshotStore, d.workspace(), d.quotas(), retentions);
        this.idleReaper =
                new IdleReaper(registry, sandboxes, retention, trash, retentions, new SteadyClock(clock, nanos));
        this.storageWatch = new StorageWatch(registry, d.quotas(), platform.folders());
        this.storage = new StorageService(registry, d.quotas(), storageWatch, d.workspace(), platform.folders());
        this.ports = new PortWatch(registry);
        this.sites = new RegistrySites(registry, access, ports, sandboxes::start);
        this.routes = new RouteService(registry, access, sites, d.tools().web());
        this.builds = new BuildSandboxes(
                registry,
                sandboxes,
                policies,
                guests,
                trash,
                ZellijTool.place(platform.folders().cache()));
        this.sessions = new SessionService(registry, access, zellij, builds);
        this.sandboxes.tell(trash::added);
        this.trash.tell(records.hostJournal()::record);
        egress.policies().tell(registry::record);
        new SandboxOpening(registry, records.catalog(), egress.policies(), workflows).run();
        sshConfig.changed();
    }

    /// Opens the sandboxes of the catalog and takes over their machines that still run.
    ///
    /// @throws BelljarException when the catalog or a journal cannot be read
    public static SandboxServices open(SandboxDependencies dependencies, String version, RetentionSettings retentions)
            throws BelljarException, InterruptedException {
        return open(dependencies, version, retentions, InstantSource.system(), System::nanoTime);
    }

    /// Opens all sandboxes with other clocks; `nanos` is monotonic.
    public static SandboxServices open(
            SandboxDependencies dependencies,
            String version,
            RetentionSettings retentions,
            InstantSource clock,
            LongSupplier nanos)
            throws BelljarException, InterruptedException {
        return new SandboxServices(dependencies, version, retentions, clock, nanos);
    }

    /// The services that the API offers.
    public ApiServices api() {
        return new ApiServices(
                sandboxes,
                queries,
                host,
                new ApiServices.SnapshotServices(snapshots, branches, comparisons),
                policies,
                new ApiServices.StorageServices(storage, retention, trash),
                new ApiServices.AccessServices(guests, routes, sessions, ssh));
    }

    /// All sandboxes.
    public SandboxRegistry registry() {
        return registry;
    }

    /// Creates, starts, stops and destroys sandboxes.
    public SandboxService sandboxes() {
        return sandboxes;
    }

    /// Answers queries about sandboxes.
    public SandboxQueries queries() {
        return queries;
    }

    /// The state of this host.
    public HostService host() {
        return host;
    }

    /// Reaches the guests of machines.
    public GuestService guests() {
        return guests;
    }

    /// The access to machines.
    public AccessService access() {
        return access;
    }

    /// The policies of sandboxes.
    public SandboxPolicyService policies() {
        return policies;
    }

    /// The SSH keys of sandboxes.
    public SshService ssh() {
        return ssh;
    }

    /// The addresses of sandboxes.
    public RouteService routes() {
        return routes;
    }

    /// Takes snapshots.
    public SnapshotService snapshots() {
        return snapshots;
    }

    /// Creates sandboxes from snapshots.
    public BranchService branches() {
        return branches;
    }

    /// Compares workspaces.
    public WorkspaceComparer comparisons() {
        return comparisons;
    }

    /// The trash.
    public TrashService trash() {
        return trash;
    }

    /// Moves destroyed sandboxes to the trash.
    public TrashMove trashMove() {
        return trashMove;
    }

    /// Storage tiers and retention periods.
    public RetentionService retention() {
        return retention;
    }

    /// Disk usage and quotas.
    public StorageService storage() {
        return storage;
    }

    /// Applies the retention policy.
    public IdleReaper idleReaper() {
        return idleReaper;
    }

    /// Pauses machines above their disk limits.
    public StorageWatch storageWatch() {
        return storageWatch;
    }

    /// Makes the sandboxes in which programs are built.
    public BuildSandboxes builds() {
        return builds;
    }

    /// The sandboxes as routes see them.
    public SandboxSites sites() {
        return sites;
    }

    /// Begins to apply the retention policy and to poll the ports of running machines.
    public void startRetention() {
        idleReaper.start();
        storageWatch.start();
        ports.start();
        builds.sweep();
    }

    /// Detaches from all sandboxes; machines continue to run, except one in which a program is being built.
    @Override
    public void close() {
        try {
            zellij.cancel();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        idleReaper.close();
        storageWatch.close();
        sshConfig.close();
        ports.close();
        registry.close();
    }
}
