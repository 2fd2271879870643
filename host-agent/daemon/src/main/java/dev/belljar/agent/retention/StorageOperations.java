package dev.belljar.agent.retention;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.storage.SetQuota;
import dev.belljar.contract.request.storage.SetStorage;
import dev.belljar.contract.view.storage.HostStorage;
import dev.belljar.contract.view.storage.SandboxStorage;

/// The API's operations on disk usage and quotas.
public interface StorageOperations {
    /// The disk usage and limits of all sandboxes.
    HostStorage storage() throws BelljarException, InterruptedException;

    /// Changes the quota of all sandboxes without their own, or the reserve, with immediate effect.
    HostStorage change(SetStorage request) throws BelljarException, InterruptedException;

    /// Restores the defaults for all sandboxes.
    HostStorage reset() throws BelljarException, InterruptedException;

    /// The disk usage and quota of one sandbox.
    SandboxStorage storage(String sandbox) throws BelljarException, InterruptedException;

    /// Gives one sandbox its own quota, with immediate effect.
    SandboxStorage change(String sandbox, SetQuota request) throws BelljarException, InterruptedException;

    /// Removes a sandbox's own quota.
    SandboxStorage reset(String sandbox) throws BelljarException, InterruptedException;
}
