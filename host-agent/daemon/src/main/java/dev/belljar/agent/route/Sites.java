package dev.belljar.agent.route;

import dev.belljar.agent.guest.GuestStream;
import dev.belljar.contract.problem.BelljarException;
import java.util.List;

/// The sandboxes as routes see them. Every method but `all` may block.
public interface Sites {
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

    /// A connection to a port on the guest's own loopback.
    ///
    /// @throws BelljarException when it does not run or nothing listens
    GuestStream connect(String id, int port) throws BelljarException, InterruptedException;

    /// A person uses it at this moment.
    void used(Site site);
}
