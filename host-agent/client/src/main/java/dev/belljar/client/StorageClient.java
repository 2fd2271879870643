package dev.belljar.client;

import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.view.HostStorage;
import dev.belljar.contract.view.SandboxStorage;

/// What sandboxes take of the host's disk, and what they may.
public interface StorageClient {
    /// `GET /storage`.
    HostStorage all() throws AgentException, InterruptedException;

    /// `PUT /storage`: changes the quota of all sandboxes or the reserve; what holds then.
    HostStorage change(SetStorage wish) throws AgentException, InterruptedException;

    /// `DELETE /storage`: forgets what was set for all; what holds then.
    HostStorage reset() throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/storage`.
    SandboxStorage one(String id) throws AgentException, InterruptedException;

    /// `PUT /sandboxes/{id}/storage`: gives one sandbox a quota of its own in bytes, 0 for no limit.
    SandboxStorage quota(String id, long bytes) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}/storage`: gives it the quota of all others again.
    SandboxStorage reset(String id) throws AgentException, InterruptedException;
}
