package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.route.SandboxSite;
import dev.belljar.agent.route.SandboxSites;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;

/// The registered sandboxes as routes see them.
final class RegistrySites implements SandboxSites {
    private final SandboxService sandboxService;
    private final PortWatch ports;

    RegistrySites(SandboxService sandboxService, PortWatch ports) {
        this.sandboxService = sandboxService;
        this.ports = ports;
    }

    @Override
    public List<SandboxSite> all() {
        return sandboxService.all().stream().map(this::site).toList();
    }

    @Override
    public SandboxSite fresh(SandboxSite site) throws InterruptedException {
        try {
            SandboxRuntime sandbox = sandboxService.find(site.id());
            ports.look(sandbox);
            return site(sandbox);
        } catch (SandboxException e) {
            // The sandbox has been destroyed in the meantime; the next request notices that.
            return site;
        }
    }

    @Override
    public void wake(SandboxSite site) throws BelljarException, InterruptedException {
        sandboxService
                .find(site.id())
                .observation()
                .note("note", "woken", "because its address was opened in a browser");
        sandboxService.start(site.id());
    }

    @Override
    public GuestStream connect(String id, int port) throws BelljarException, InterruptedException {
        return sandboxService.find(id).guest().connect(port);
    }

    @Override
    public void used(SandboxSite site) {
        try {
            sandboxService.find(site.id()).observation().activity().touch();
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
                sandbox.chosenPort().get());
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
