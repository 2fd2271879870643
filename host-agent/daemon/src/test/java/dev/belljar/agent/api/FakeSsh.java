package dev.belljar.agent.api;

import dev.belljar.agent.access.SshOperations;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;
import java.util.List;
import java.util.Queue;

/// ssh operations that record their calls.
record FakeSsh(Queue<String> asked) implements SshOperations {
    private static final SshKey KEY = new SshKey("ssh-ed25519", "SHA256:k", "me", 1);

    @Override
    public SshKeys keys(String sandbox) {
        asked.add("keys " + sandbox);
        return new SshKeys(List.of(KEY), null);
    }

    @Override
    public SshKey add(String sandbox, String key) {
        asked.add("add " + sandbox + " " + key);
        return KEY;
    }

    @Override
    public SshKey revoke(String sandbox, String key) {
        asked.add("revoke " + sandbox + " " + key);
        return KEY;
    }

    @Override
    public MachineKey own(String sandbox) {
        asked.add("own " + sandbox);
        return new MachineKey("ssh-ed25519 AAAA", "SHA256:k");
    }
}
