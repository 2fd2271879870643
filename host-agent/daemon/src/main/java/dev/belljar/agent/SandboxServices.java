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
import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.build.BuildSandboxes;
import dev.belljar.agent.egress.SandboxPolicyService;
import dev.belljar.agent.lifecycle.SandboxCreation;
import dev.belljar.agent.lifecycle.SandboxOpening;
import dev.belljar.agent.lifecycle.SandboxService;
import dev.belljar.agent.retention.IdleReaper;
import dev.belljar.agent.retention.RetentionService;
import dev.belljar.agent.retention.RetentionSettings;
import dev.belljar.agent.retention.SteadyClock;
import dev.belljar.agent.retention.StorageService;
import dev.belljar.agent.retention.StorageWatch;
import dev.belljar.agent.route.SandboxSites;
import dev.belljar.agent.sandbox.SandboxDependencies;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.status.HostService;
import dev.belljar.agent.status.SandboxQueries;
import dev.belljar.agent.status.SandboxViews;
import dev.belljar.agent.tool.ZellijTool;
import dev.belljar.contract.problem.BelljarException;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// Everything that the host agent does with sandboxes, wired from top to bottom.
public final class SandboxServices implements AutoCloseable {
    private final SandboxDependencies dependencies;
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
    private final SnapshotService snapshots;
    private final RetentionService retention;
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
        this.dependencies = d;
        this.registry = new SandboxRegistry(d, nanos);
        this.sshConfig = new SshConfigWriter(registry, d.folders(), d.ssh());
        this.access = new AccessService(sshConfig::write);
        SandboxViews views = new SandboxViews(d.probe(), d.driver(), d.egress().policies());
        this.host = new HostService(version, registry, d);
        this.queries = new SandboxQueries(registry, d, views);
        this.policies = new SandboxPolicyService(registry, d.egress(), d.index());
        this.guests = new GuestService(registry, access);
        this.ssh = new SshService(registry, access);
        SandboxCreation creation = new SandboxCreation(registry, d, sshConfig);
        this.sandboxes = new SandboxService(registry, d, creation, access, views, queries, sshConfig);
        this.snapshots = new SnapshotService(registry, sandboxes, d);
        this.retention = new RetentionService(registry, creation, views, d, retentions);
        this.idleReaper = new IdleReaper(registry, sandboxes, retention, retentions, new SteadyClock(clock, nanos));
        this.storageWatch = new StorageWatch(registry, d.quotas(), d.folders());
        this.storage = new StorageService(registry, d.quotas(), storageWatch, d.workspace(), d.folders());
        this.ports = new PortWatch(registry);
        this.sites = new RegistrySites(registry, access, ports, sandboxes::start);
        this.routes = new RouteService(registry, access, sites, d.web());
        this.builds = new BuildSandboxes(
                registry,
                sandboxes,
                policies,
                guests,
                retention,
                ZellijTool.place(d.folders().cache()));
        this.sessions = new SessionService(registry, access, d.zellij(), builds);
        this.sandboxes.tell(retention::added);
        d.egress().policies().tell(registry::record);
        new SandboxOpening(registry, d, access).run();
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

    /// What the API offers.
    public ApiServices api() {
        return new ApiServices(
                sandboxes,
                queries,
                host,
                snapshots,
                policies,
                new ApiServices.StorageServices(storage, retention),
                new ApiServices.AccessServices(guests, routes, sessions, ssh));
    }

    /// The sandboxes that there are.
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

    /// The ssh keys of sandboxes.
    public SshService ssh() {
        return ssh;
    }

    /// The addresses of sandboxes.
    public RouteService routes() {
        return routes;
    }

    /// Takes snapshots and branches from them.
    public SnapshotService snapshots() {
        return snapshots;
    }

    /// Storage tiers and the trash.
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
            dependencies.zellij().cancel();
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
