package dev.belljar.agent.sandbox;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.SetRetention;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.GarbageCollected;
import dev.belljar.contract.view.RetentionStatus;
import dev.belljar.contract.view.TrashItem;
import java.util.List;

/// What can be asked of machines that are not used: how they are kept, and what is thrown away.
public interface RetentionService {
    /// Keeps a stopped sandbox's machine in a smaller form, and returns when it does. A form it has already, or a
    /// smaller one, stays.
    ///
    /// @throws SandboxException `sandbox.needs-confirmation` when the machine's saved memory would be deleted, and
    /// `dropMemory` is not said
    Sandbox pack(String sandbox, StorageTier tier, boolean dropMemory) throws BelljarException, InterruptedException;

    /// For how long machines are kept in which form.
    RetentionStatus retention();

    /// Changes that, from the next look at the machines on.
    RetentionStatus retain(SetRetention wish) throws BelljarException;

    /// Forgets what a person set.
    RetentionStatus retainAsUsual() throws BelljarException;

    /// Destroyed sandboxes that can be brought back, the newest first.
    List<TrashItem> trash() throws BelljarException, InterruptedException;

    /// Makes a destroyed sandbox a stopped one again, under its name or the next one that is free. `item` is its
    /// id, or its name: then the newest of that name.
    Sandbox restore(String item) throws BelljarException, InterruptedException;

    /// Deletes one destroyed sandbox for good, whatever is in it.
    void discard(String item) throws BelljarException, InterruptedException;

    /// Deletes destroyed sandboxes for good: those whose work is saved, or with `unsaved` all.
    GarbageCollected empty(boolean unsaved) throws BelljarException, InterruptedException;

    /// Takes away what nothing needs any more, or with `dryRun` only says what that is.
    GarbageCollected collect(boolean dryRun) throws BelljarException, InterruptedException;
}
