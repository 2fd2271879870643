package dev.belljar.agent.lifecycle;

import dev.belljar.contract.operation.Operation;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.CreateSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.view.storage.DestroyResult;
import java.util.List;

/// The API's operations on the life cycle of sandboxes. `id` is a sandbox's id or its name.
///
/// Every method may block; every refusal is a `BelljarException` with a stable code.
public interface SandboxOperations {
    /// Creates a sandbox and, unless the request says otherwise, begins to start it; returns at once, progress
    /// is in its status and journal.
    Sandbox create(CreateSandbox request) throws BelljarException, InterruptedException;

    /// All sandboxes, oldest first.
    List<Sandbox> list() throws BelljarException;

    /// One sandbox.
    Sandbox get(String id) throws BelljarException;

    /// Refuses an operation that is not allowed in the sandbox's present state.
    ///
    /// The state may change before the operation begins, which then fails by itself.
    void requireAllowed(String id, Operation<?, ?> operation) throws BelljarException;

    /// Begins to start a sandbox; returns at once.
    Sandbox start(String id) throws BelljarException, InterruptedException;

    /// Begins to stop a sandbox after syncing its disks: shuts it down or, with `hibernate`, saves its memory so
    /// that it can resume. Returns at once.
    Sandbox stop(String id, boolean hibernate) throws BelljarException, InterruptedException;

    /// Ends a sandbox's machine at once, even while it is stopping or being destroyed: its network closes, no
    /// work is fetched, its disk is kept. Data that programs had not written to disk is lost. Returns at once; a
    /// sandbox that does not run is left unchanged.
    Sandbox stopNow(String id) throws BelljarException, InterruptedException;

    /// Ends the machine at once like `stopNow`, then puts the sandbox into the trash with its disk.
    DestroyResult destroyNow(String id) throws BelljarException, InterruptedException;

    /// Salvages the work that exists only in the machine, then puts the sandbox into the trash.
    DestroyResult destroy(String id) throws BelljarException, InterruptedException;
}
