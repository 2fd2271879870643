package dev.belljar.agent.access;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.route.SandboxSite;
import dev.belljar.agent.route.SandboxSites;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;

/// The registered sandboxes as routes see them.
public final class RegistrySites implements SandboxSites {
    /// Begins the start of a sandbox, without waiting for it.
    public interface SandboxStarter {
        void start(String id) throws BelljarException, InterruptedException;
    }

    private final SandboxRegistry registry;
    private final AccessService access;
    private final PortWatch ports;
    private final SandboxStarter starter;

    public RegistrySites(SandboxRegistry registry, AccessService access, PortWatch ports, SandboxStarter starter) {
        this.registry = registry;
        this.access = access;
        this.ports = ports;
        this.starter = starter;
    }

    @Override
    public List<SandboxSite> all() {
        return registry.all().stream().map(this::site).toList();
    }

    @Override
    public SandboxSite fresh(SandboxSite site) throws InterruptedException {
        try {
            SandboxRuntime sandbox = registry.find(site.id());
            ports.look(sandbox);
            return site(sandbox);
        } catch (SandboxException e) {
            // The sandbox has been destroyed in the meantime; the next request notices that.
            return site;
        }
    }

    @Override
    public void wake(SandboxSite site) throws BelljarException, InterruptedException {
        registry.find(site.id()).observation().note("note", "woken", "because its address was opened in a browser");
        starter.start(site.id());
    }

    @Override
    public GuestStream connect(String id, int port) throws BelljarException, InterruptedException {
        return registry.find(id).guest().connect(port);
    }

    @Override
    public void used(SandboxSite site) {
        try {
            registry.find(site.id()).observation().activity().touch();
        } catch (SandboxException e) {
            // The sandbox has been destroyed in the meantime, so its use does not matter.
        }
    }

    SandboxSite site(SandboxRuntime sandbox) {
        ReportedPorts.Seen seen = ports.seen(sandbox);
        return new SandboxSite(
                sandbox.id(),
                sandbox.name(),
                state(sandbox.state()),
                seen.ports(),
                seen.unlisted(),
                access.of(sandbox).mainPort().get());
    }

    private static SandboxSite.State state(SandboxState state) {
        return switch (state) {
            case RUNNING -> SandboxSite.State.RUNNING;
            case STARTING -> SandboxSite.State.WAKING;
            case CREATED, STOPPED -> SandboxSite.State.ASLEEP;
            case STOPPING, ERROR, DESTROYED -> SandboxSite.State.AWAY;
        };
    }
}
