package dev.belljar.client;

import dev.belljar.contract.request.SetStorage;
import dev.belljar.contract.view.HostStorage;
import dev.belljar.contract.view.SandboxStorage;

/// A client of the API of disk usage and quotas.
public interface StorageClient {
    /// `GET /storage`.
    HostStorage all() throws AgentException, InterruptedException;

    /// `PUT /storage`: changes the quota of all sandboxes or the reserve, and returns the values in force.
    HostStorage change(SetStorage request) throws AgentException, InterruptedException;

    /// `DELETE /storage`: restores the defaults for all sandboxes, and returns the values in force.
    HostStorage reset() throws AgentException, InterruptedException;

    /// `GET /sandboxes/{id}/storage`.
    SandboxStorage one(String id) throws AgentException, InterruptedException;

    /// `PUT /sandboxes/{id}/storage`: sets the quota of one sandbox in bytes, 0 for no limit.
    SandboxStorage quota(String id, long bytes) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}/storage`: removes the sandbox's own quota.
    SandboxStorage reset(String id) throws AgentException, InterruptedException;
}
