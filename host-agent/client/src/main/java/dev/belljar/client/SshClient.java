package dev.belljar.client;

import dev.belljar.contract.view.MachineKey;
import dev.belljar.contract.view.SshKey;
import dev.belljar.contract.view.SshKeys;

/// A client of the API of ssh keys. Calls block; `id` is a sandbox's id or name.
public interface SshClient {
    /// `GET /sandboxes/{id}/ssh-keys`.
    SshKeys keys(String id) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/ssh-keys`: `key` is one line of a `.pub` file.
    SshKey add(String id, String key) throws AgentException, InterruptedException;

    /// `DELETE /sandboxes/{id}/ssh-keys?key=`: removes a key, given by its fingerprint or the key itself.
    SshKey revoke(String id, String key) throws AgentException, InterruptedException;

    /// `POST /sandboxes/{id}/machine-key`: the public key of a running machine's own key pair, which is
    /// created if the machine has none.
    MachineKey own(String id) throws AgentException, InterruptedException;
}
