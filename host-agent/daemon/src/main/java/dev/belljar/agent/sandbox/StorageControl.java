package dev.belljar.agent.sandbox;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.SetQuota;
import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.view.HostStorage;
import dev.belljar.contract.view.SandboxStorage;

/// What can be asked of the host's disk: what takes it, and how much of it sandboxes may use.
public interface StorageControl {
    /// What all sandboxes take, and what they may.
    HostStorage storage() throws BelljarException, InterruptedException;

    /// Changes the quota of all sandboxes that have none of their own, or the reserve, at once.
    HostStorage change(SetStorage wish) throws BelljarException, InterruptedException;

    /// Forgets what a person set for all.
    HostStorage reset() throws BelljarException, InterruptedException;

    /// What one sandbox takes, and what it may.
    SandboxStorage storage(String sandbox) throws BelljarException, InterruptedException;

    /// Gives one sandbox a quota of its own, at once.
    SandboxStorage change(String sandbox, SetQuota wish) throws BelljarException, InterruptedException;

    /// Gives one sandbox the quota of all others again.
    SandboxStorage reset(String sandbox) throws BelljarException, InterruptedException;
}
