package dev.belljar.app.action;

import dev.belljar.app.text.Texts;
import dev.belljar.client.AgentException;
import dev.belljar.client.SshClient;
import dev.belljar.contract.view.MachineKey;
import dev.belljar.contract.view.SshKeys;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// Everything a person can ask about the ssh keys that open a machine; `id` is a sandbox's.
public final class KeyCommands {
    private static final Texts TEXTS = Texts.of(KeyCommands.class);

    /// No public key is longer, and a private one is known by its first line.
    private static final int LONGEST = 16 << 10;

    /// A call about keys.
    @FunctionalInterface
    private interface Asked<T> {
        T of(SshClient ssh) throws AgentException, InterruptedException;
    }

    private final AgentCommands commands;

    KeyCommands(AgentCommands commands) {
        this.commands = commands;
    }

    /// The keys there are.
    public UiTask<SshKeys> keys(String id) {
        return wish("keys", ssh -> ssh.keys(id));
    }

    /// Lets a public key in, given as its one line; what there is then.
    public UiTask<SshKeys> add(String id, String line) {
        return wish("key-add", ssh -> {
            ssh.add(id, line);
            return ssh.keys(id);
        });
    }

    /// Takes a key back; what there is then.
    public UiTask<SshKeys> revoke(String id, String fingerprint) {
        return wish("key-revoke", ssh -> {
            ssh.revoke(id, fingerprint);
            return ssh.keys(id);
        });
    }

    /// The key a running machine has for itself.
    public UiTask<MachineKey> own(String id) {
        return wish("key-own", ssh -> ssh.own(id));
    }

    /// The text of a file of the person's, cut where no key goes on.
    public UiTask<String> read(Path file) {
        return commands.wish("key-read", () -> {
            try (InputStream in = Files.newInputStream(file)) {
                return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
            } catch (IOException e) {
                String words = TEXTS.get("keys.unreadable.file", file);
                throw AgentCommands.elsewhere(TEXTS.get("keys.unreadable"), new IOException(words, e));
            }
        });
    }

    /// Does something on the screen's thread, soon.
    public void later(Runnable task) {
        commands.later(task);
    }

    private <T> UiTask<T> wish(String name, Asked<T> asked) {
        return commands.wish(name, () -> asked.of(commands.agent().ssh()));
    }
}
