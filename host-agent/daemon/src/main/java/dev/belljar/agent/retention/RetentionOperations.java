package dev.belljar.agent.retention;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.RetentionStatus;

/// The API's operations on storage tiers and retention periods.
public interface RetentionOperations {
    /// Moves a stopped sandbox's machine to this tier and returns when that is done. A machine that is already
    /// in this tier or a smaller one is left unchanged.
    ///
    /// @throws SandboxException `sandbox.needs-confirmation` when the machine's saved memory would be deleted
    /// and `dropMemory` is false
    Sandbox pack(String sandbox, StorageTier tier, boolean dropMemory) throws BelljarException, InterruptedException;

    /// The retention periods in force.
    RetentionStatus retention();

    /// Changes the periods; they apply from the next check of the machines.
    RetentionStatus retain(SetRetention request) throws BelljarException;

    /// Restores the default periods.
    RetentionStatus retainAsUsual() throws BelljarException;
}
