package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.contract.operation.AccessApi;
import dev.belljar.contract.request.session.AddSshKey;
import dev.belljar.contract.request.session.RevokeSshKey;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SshKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The actions on the SSH keys that are authorized to log in to a machine; `id` is the id of a sandbox.
public final class KeyActions {
    private static final Texts TEXTS = Texts.of(KeyActions.class);

    /// The most bytes to read of a key file: no public key is longer, and a private one is recognized by
    /// its first line.
    private static final int LONGEST = 16 << 10;

    private final TaskRunner tasks;

    KeyActions(TaskRunner tasks) {
        this.tasks = tasks;
    }

    /// Requests the keys of a sandbox.
    public UiTask<SshKeys> list(String id) {
        return tasks.task("keys", agent -> agent.call(AccessApi.SSH_KEYS.at(id)));
    }

    /// Adds a public key, given as its one line; the result is the new list.
    public UiTask<SshKeys> add(String id, String line) {
        return tasks.task("key-add", agent -> {
            agent.call(AccessApi.ADD_SSH_KEY.at(id), new AddSshKey(line));
            return agent.call(AccessApi.SSH_KEYS.at(id));
        });
    }

    /// Revokes a key; the result is the new list.
    public UiTask<SshKeys> revoke(String id, String fingerprint) {
        return tasks.task("key-revoke", agent -> {
            agent.call(AccessApi.REVOKE_SSH_KEY.at(id), new RevokeSshKey(fingerprint));
            return agent.call(AccessApi.SSH_KEYS.at(id));
        });
    }

    /// Requests the public key of a running machine's own key pair, which is created if there is none.
    public UiTask<MachineKey> own(String id) {
        return tasks.task("key-own", agent -> agent.call(AccessApi.MACHINE_KEY.at(id)));
    }

    /// Reads a file of the user as text, at most [#LONGEST] bytes.
    public UiTask<String> read(Path file) {
        return tasks.task("key-read", agent -> {
            try (InputStream in = Files.newInputStream(file)) {
                return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
            } catch (IOException e) {
                String words = TEXTS.get("keys.unreadable.file", file);
                throw TaskRunner.elsewhere(TEXTS.get("keys.unreadable"), new IOException(words, e));
            }
        });
    }
}
