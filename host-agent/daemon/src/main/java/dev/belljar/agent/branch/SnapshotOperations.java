package dev.belljar.agent.branch;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.TakeSnapshot;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.view.session.IdentityCheck;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The API's operations on snapshots. Sandboxes and snapshots are given by id or name.
public interface SnapshotOperations {
    /// Takes a snapshot of a running machine, which continues to run.
    Snapshot snapshot(String sandbox, TakeSnapshot request) throws BelljarException, InterruptedException;

    /// The snapshots of one sandbox, or of all when it is null, the oldest first.
    List<Snapshot> snapshots(@Nullable String sandbox) throws BelljarException;

    /// Deletes a snapshot; files that its branches need stay.
    void delete(String snapshot) throws BelljarException, InterruptedException;

    /// Checks whether a copied machine has its own identity.
    IdentityCheck identity(String sandbox) throws BelljarException, InterruptedException;
}
