package dev.belljar.agent.branch;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.sandbox.BranchSandbox;
import dev.belljar.contract.sandbox.Sandbox;
import java.util.List;

/// The API's operations that create sandboxes from snapshots, given by id or name.
public interface BranchOperations {
    /// Creates sandboxes from a snapshot; returns when they are recorded, while they start.
    List<Sandbox> branch(String snapshot, BranchSandbox request) throws BelljarException, InterruptedException;

    /// Takes a snapshot of a running sandbox and creates sandboxes from it.
    List<Sandbox> branchNow(String sandbox, BranchSandbox request) throws BelljarException, InterruptedException;
}
