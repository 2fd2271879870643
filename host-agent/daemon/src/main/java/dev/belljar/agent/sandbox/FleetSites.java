package dev.belljar.agent.sandbox;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.route.Site;
import dev.belljar.agent.route.Sites;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import java.util.List;

/// The fleet's sandboxes as routes see them.
final class FleetSites implements Sites {
    private final Fleet fleet;
    private final PortWatch ports;

    FleetSites(Fleet fleet, PortWatch ports) {
        this.fleet = fleet;
        this.ports = ports;
    }

    @Override
    public List<Site> all() {
        return fleet.all().stream().map(this::site).toList();
    }

    @Override
    public Site fresh(Site site) throws InterruptedException {
        try {
            LiveSandbox sandbox = fleet.find(site.id());
            ports.look(sandbox);
            return site(sandbox);
        } catch (SandboxException e) {
            // It was destroyed meanwhile; the next question says so.
            return site;
        }
    }

    @Override
    public void wake(Site site) throws BelljarException, InterruptedException {
        fleet.find(site.id()).observation().note("note", "woken", "because its address was opened in a browser");
        fleet.start(site.id());
    }

    @Override
    public GuestStream connect(String id, int port) throws BelljarException, InterruptedException {
        return fleet.find(id).guest().connect(port);
    }

    @Override
    public void used(Site site) {
        try {
            fleet.find(site.id()).observation().activity().touch();
        } catch (SandboxException e) {
            // Nobody uses what was destroyed meanwhile.
        }
    }

    Site site(LiveSandbox sandbox) {
        HeardPorts.Seen seen = ports.seen(sandbox);
        return new Site(
                sandbox.id(),
                sandbox.name(),
                state(sandbox.state()),
                seen.ports(),
                seen.unlisted(),
                sandbox.chosenPort().get());
    }

    private static Site.State state(SandboxState state) {
        return switch (state) {
            case RUNNING -> Site.State.RUNNING;
            case STARTING -> Site.State.WAKING;
            case CREATED, STOPPED -> Site.State.ASLEEP;
            case STOPPING, ERROR, DESTROYED -> Site.State.AWAY;
        };
    }
}
