package dev.belljar.agent.route;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.agent.passage.Guests;
import dev.belljar.contract.problem.BelljarException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// The sandboxes as routes see them. Every method but `all` may block.
public interface Sites extends Guests {
    /// No sandboxes at all, before there is a fleet.
    Sites NONE = new Sites() {
        @Override
        public List<Site> all() {
            return List.of();
        }

        @Override
        public Site fresh(Site site) {
            return site;
        }

        @Override
        public void wake(Site site) {}

        @Override
        public GuestStream connect(String id, int port) {
            throw new IllegalStateException("there is no sandbox " + id);
        }

        @Override
        public void used(Site site) {}
    };

    /// All of them, oldest first, from memory.
    List<Site> all();

    /// The same sandbox after a look at what it listens on now; the same as before when it does not say in time.
    Site fresh(Site site) throws InterruptedException;

    /// Begins to start it.
    ///
    /// @throws BelljarException when it cannot be started
    void wake(Site site) throws BelljarException, InterruptedException;

    /// A person uses it at this moment.
    void used(Site site);

    @Override
    default Set<String> ids() {
        return all().stream().map(Site::id).collect(Collectors.toSet());
    }

    @Override
    default Map<String, Set<Integer>> listening() {
        return all().stream()
                .filter(site -> site.state() == Site.State.RUNNING)
                .collect(Collectors.toMap(Site::id, Site::heard));
    }
}
