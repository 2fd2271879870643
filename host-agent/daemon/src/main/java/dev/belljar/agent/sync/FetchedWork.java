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

    /// Why reviewed work cannot be accepted as it is without a look at it, in words; empty if nothing in it, nor in
    /// any of its commits, could run on the host or is refused.
    Optional<String> requiresReview(String sandbox, String name, Path project, String commit)
            throws SyncException, InterruptedException;
}
