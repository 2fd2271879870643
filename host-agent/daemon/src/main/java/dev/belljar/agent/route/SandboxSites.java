package dev.belljar.agent.route;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.portforward.GuestConnector;
import dev.belljar.contract.problem.BelljarException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The sandboxes as routes see them. Every method but `all` may block.
public interface SandboxSites extends GuestConnector {
    /// No sandboxes, for the time before the sandboxes are opened.
    SandboxSites NONE = new SandboxSites() {
        @Override
        public List<SandboxSite> all() {
            return List.of();
        }

        @Override
        public SandboxSite fresh(SandboxSite site) {
            return site;
        }

        @Override
        public void wake(SandboxSite site) {}

        @Override
        public GuestStream connect(String id, int port) {
            throw new IllegalStateException("no sandbox is called " + id);
        }

        @Override
        public void used(SandboxSite site) {}
    };

    /// All sandboxes, oldest first, from memory.
    List<SandboxSite> all();

    /// The sandbox with its present listening ports; unchanged if the guest does not answer in time.
    SandboxSite fresh(SandboxSite site) throws InterruptedException;

    /// Begins to start the sandbox.
    ///
    /// @throws BelljarException when it cannot be started
    void wake(SandboxSite site) throws BelljarException, InterruptedException;

    /// Notes that the user uses the sandbox at this moment.
    void used(SandboxSite site);

    @Override
    default Set<String> ids() {
        return all().stream().map(SandboxSite::id).collect(Collectors.toSet());
    }

    @Override
    default Map<String, Set<Integer>> listening() {
        return all().stream()
                .filter(site -> site.state() == SandboxSite.State.RUNNING)
                .collect(Collectors.toMap(SandboxSite::id, SandboxSite::heard));
    }
}
