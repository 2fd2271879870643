package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentClient;
import dev.belljar.client.AgentException;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.request.AddSshKey;
import dev.belljar.contract.request.RevokeSshKey;
import dev.belljar.contract.view.MachineKey;
import dev.belljar.contract.view.SshKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The commands about the SSH keys that may log in to a machine; `id` is a sandbox's.
public final class KeyRequests {
    private static final Texts TEXTS = Texts.of(KeyRequests.class);

    /// The most bytes to read of a key file: no public key is longer, and a private one is recognized by
    /// its first line.
    private static final int LONGEST = 16 << 10;

    /// A call about keys.
    @FunctionalInterface
    private interface SshCall<T> {
        T of(AgentClient ssh) throws AgentException, InterruptedException;
    }

    private final AgentRequests requests;

    KeyRequests(AgentRequests requests) {
        this.requests = requests;
    }

    /// Requests the keys of a sandbox.
    public UiTask<SshKeys> keys(String id) {
        return task("keys", ssh -> ssh.call(AccessApi.SSH_KEYS.at(id)));
    }

    /// Adds a public key, given as its one line; the result is the new list.
    public UiTask<SshKeys> add(String id, String line) {
        return task("key-add", ssh -> {
            ssh.call(AccessApi.ADD_SSH_KEY.at(id), new AddSshKey(line));
            return ssh.call(AccessApi.SSH_KEYS.at(id));
        });
    }

    /// Revokes a key; the result is the new list.
    public UiTask<SshKeys> revoke(String id, String fingerprint) {
        return task("key-revoke", ssh -> {
            ssh.call(AccessApi.REVOKE_SSH_KEY.at(id), new RevokeSshKey(fingerprint));
            return ssh.call(AccessApi.SSH_KEYS.at(id));
        });
    }

    /// Requests the public key of a running machine's own key pair, which is created if there is none.
    public UiTask<MachineKey> own(String id) {
        return task("key-own", ssh -> ssh.call(AccessApi.MACHINE_KEY.at(id)));
    }

    /// Reads a file of the user as text, at most [#LONGEST] bytes.
    public UiTask<String> read(Path file) {
        return requests.task("key-read", () -> {
            try (InputStream in = Files.newInputStream(file)) {
                return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
            } catch (IOException e) {
                String words = TEXTS.get("keys.unreadable.file", file);
                throw AgentRequests.elsewhere(TEXTS.get("keys.unreadable"), new IOException(words, e));
            }
        });
    }

    /// Runs a task on the FX thread, soon.
    public void later(Runnable task) {
        requests.later(task);
    }

    private <T> UiTask<T> task(String name, SshCall<T> call) {
        return requests.task(name, () -> call.of(requests.agent()));
    }
}
