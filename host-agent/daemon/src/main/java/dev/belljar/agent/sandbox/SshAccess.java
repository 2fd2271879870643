package dev.belljar.agent.sandbox;

import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.MachineKey;
import dev.belljar.contract.view.SshKey;
import dev.belljar.contract.view.SshKeys;

/// What can be asked of the keys that open machines by ssh. A sandbox is given by its id or name.
///
/// Belljar's own key, which its ssh config names, is not among them: it comes and goes with the sandbox.
public interface SshAccess {
    /// The keys of persons.
    SshKeys keys(String sandbox) throws BelljarException;

    /// Lets a public key, one line of a `.pub` file, open the machine: at once if it runs.
    ///
    /// @throws BelljarException `ssh.key-invalid` when it is none, `ssh.too-many-keys`
    SshKey add(String sandbox, String key) throws BelljarException, InterruptedException;

    /// Takes a key back, by its fingerprint or the key itself. A session it opened goes on until it ends.
    ///
    /// @throws BelljarException `ssh.key-unknown` when it is not one of them
    SshKey revoke(String sandbox, String key) throws BelljarException, InterruptedException;

    /// The public key of a running machine's own, made if it has none.
    MachineKey own(String sandbox) throws BelljarException, InterruptedException;
}
