package dev.belljar.agent.sync;

import dev.belljar.contract.view.work.SyncPlan;
import java.nio.file.Path;
import java.util.Optional;

/// The work of sandboxes as it was fetched last. Nothing here runs a program in a guest.
public interface FetchedWork {
    /// The review of the work that was fetched last; empty if none was.
    Optional<SyncPlan> plan(String sandbox, String name, Path project) throws SyncException, InterruptedException;

    /// How the work that was fetched last relates to the project; empty if none was.
    Optional<WorkStanding> standing(String sandbox, String name, Path project)
            throws SyncException, InterruptedException;
}
