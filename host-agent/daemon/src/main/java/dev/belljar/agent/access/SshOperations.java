package dev.belljar.agent.access;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;

/// The API's operations on ssh keys of machines. A sandbox is given by its id or name.
///
/// Belljar's own key, which its ssh config names, is not among them: it is created and deleted with the sandbox.
public interface SshOperations {
    /// The users' keys.
    SshKeys keys(String sandbox) throws BelljarException;

    /// Authorizes a public key, one line of a `.pub` file; a running machine accepts it at once.
    ///
    /// @throws BelljarException `ssh.key-invalid` when the line is not a public key, `ssh.too-many-keys`
    SshKey add(String sandbox, String key) throws BelljarException, InterruptedException;

    /// Removes a key, given by its fingerprint or the key itself. Open ssh sessions continue until they end.
    ///
    /// @throws BelljarException `ssh.key-unknown` when the key is not authorized
    SshKey revoke(String sandbox, String key) throws BelljarException, InterruptedException;

    /// The public key of the machine's own key pair, created if it has none.
    MachineKey own(String sandbox) throws BelljarException, InterruptedException;
}
