package dev.belljar.agent.access;

import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.ssh.PublicKey;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;

/// Answers requests about the SSH keys of all sandboxes.
public final class SshService implements SshOperations {
    private final SandboxRegistry registry;
    private final AccessService access;

    public SshService(SandboxRegistry registry, AccessService access) {
        this.registry = registry;
        this.access = access;
    }

    @Override
    public SshKeys keys(String sandbox) throws BelljarException {
        return keysOf(registry.find(sandbox)).keys();
    }

    @Override
    public SshKey add(String sandbox, String key) throws BelljarException, InterruptedException {
        return keysOf(registry.find(sandbox)).add(PublicKey.of(key));
    }

    @Override
    public SshKey revoke(String sandbox, String key) throws BelljarException, InterruptedException {
        String fingerprint = key.startsWith("SHA256:") ? key : PublicKey.of(key).fingerprint();
        return keysOf(registry.find(sandbox)).revoke(fingerprint);
    }

    @Override
    public MachineKey own(String sandbox) throws BelljarException, InterruptedException {
        SandboxRuntime live = registry.find(sandbox);
        return keysOf(live).own(live.guest());
    }

    private GuestSshKeys keysOf(SandboxRuntime sandbox) {
        return access.of(sandbox).sshKeys();
    }
}
