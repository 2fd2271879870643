package dev.belljar.agent.access;

import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.ssh.PublicKey;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;

/// Answers requests about the SSH keys of all sandboxes. A sandbox is given by its id or name.
///
/// Belljar's own key, which its ssh config names, is not among them: it is created and deleted with the sandbox.
public final class SshService {
    private final SandboxRegistry registry;
    private final AccessService access;

    public SshService(SandboxRegistry registry, AccessService access) {
        this.registry = registry;
        this.access = access;
    }

    /// The users' keys.
    public SshKeys keys(String sandbox) throws BelljarException {
        return keysOf(registry.find(sandbox)).keys();
    }

    /// Authorizes a public key, one line of a `.pub` file; a running machine accepts it at once.
    ///
    /// @throws BelljarException `ssh.key-invalid` when the line is not a public key, `ssh.too-many-keys`
    public SshKey add(String sandbox, String key) throws BelljarException, InterruptedException {
        return keysOf(registry.find(sandbox)).add(PublicKey.of(key));
    }

    /// Removes a key, given by its fingerprint or the key itself. Open ssh sessions continue until they end.
    ///
    /// @throws BelljarException `ssh.key-unknown` when the key is not authorized
    public SshKey revoke(String sandbox, String key) throws BelljarException, InterruptedException {
        String fingerprint = key.startsWith("SHA256:") ? key : PublicKey.of(key).fingerprint();
        return keysOf(registry.find(sandbox)).revoke(fingerprint);
    }

    /// The public key of the machine's own key pair, created if it has none.
    public MachineKey own(String sandbox) throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        return keysOf(live).own(live.guest());
    }

    /// The keys of this sandbox's machine.
    GuestSshKeys keysOf(SandboxRuntime sandbox) {
        return access.of(sandbox).sshKeys();
    }
}
