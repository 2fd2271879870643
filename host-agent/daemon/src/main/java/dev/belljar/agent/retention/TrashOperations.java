package dev.belljar.agent.retention;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.storage.GarbageCollected;
import dev.belljar.contract.view.storage.TrashItem;
import java.util.List;

/// The API's operations on the trash and on files that are no longer needed.
public interface TrashOperations {
    /// The destroyed sandboxes in the trash, the newest first.
    List<TrashItem> trash() throws BelljarException, InterruptedException;

    /// One destroyed sandbox. `item` is its id, or its name for the newest item of that name.
    TrashItem trash(String item) throws BelljarException, InterruptedException;

    /// Restores a destroyed sandbox as a stopped one, under its name or the next free one. `item` is its id, or
    /// its name for the newest item of that name.
    Sandbox restore(String item) throws BelljarException, InterruptedException;

    /// Deletes one destroyed sandbox permanently, even if its work is not saved.
    void discard(String item) throws BelljarException, InterruptedException;

    /// Deletes destroyed sandboxes permanently: those whose work is saved, or with `unsaved` all.
    GarbageCollected empty(boolean unsaved) throws BelljarException, InterruptedException;

    /// Deletes items that nothing needs, or with `dryRun` only lists them.
    GarbageCollected collect(boolean dryRun) throws BelljarException, InterruptedException;
}
