package dev.belljar.app.recorded;

import dev.belljar.client.AgentException;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// Two ssh keys that may log in to `shop`; keys can be added and revoked.
public final class RecordedSsh {
    private static final ProblemCode INVALID = new ProblemCode("ssh.key-invalid", 422);

    private final List<SshKey> keys = new CopyOnWriteArrayList<>(List.of(
            new SshKey(
                    "ssh-ed25519",
                    "SHA256:6Mz8vQ0cN1b7S2kJ4tYpXwRrUeHqLdA9fGmZoViT3nE",
                    "mia@laptop",
                    RecordedHost.at("12:04:10")),
            new SshKey(
                    "ssh-rsa", "SHA256:b0nXJ1qk2VgU5s8eRwYtA7cDfLhP3mZo9iNvTuS6EKQ", "", RecordedHost.at("12:20:31"))));
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /// Returns the received requests to change something, in order.
    public List<String> requests() {
        return List.copyOf(requests);
    }

    public SshKeys keys(String id) {
        return new SshKeys(id.equals("sb-shop") ? List.copyOf(keys) : List.of(), null);
    }

    public SshKey add(String id, String key) throws AgentException {
        String[] words = key.split(" ", 3);
        if (!words[0].startsWith("ssh-") || words.length < 2) {
            throw new AgentException(
                    Problem.of(
                            INVALID,
                            "refused",
                            ("\"%s\": expected a public key that begins with its type, one of ssh-ed25519,"
                                            + " ecdsa-sha2-nistp256, ecdsa-sha2-nistp384, ecdsa-sha2-nistp521, ssh-rsa,"
                                            + " sk-ssh-ed25519@openssh.com, sk-ecdsa-sha2-nistp256@openssh.com")
                                    .formatted(words[0]),
                            "Options before the type are not supported. Use the file whose name ends in .pub, or the"
                                    + " line in it."),
                    null);
        }
        SshKey added = new SshKey(words[0], "SHA256:" + words[1], words.length < 3 ? "" : words[2], RecordedHost.now());
        requests.add("add " + key);
        keys.add(added);
        return added;
    }

    public SshKey revoke(String id, String key) {
        SshKey gone = keys.stream()
                .filter(k -> k.fingerprint().equals(key))
                .findFirst()
                .orElseThrow();
        requests.add("revoke " + key);
        keys.remove(gone);
        return gone;
    }

    public MachineKey own(String id) {
        return new MachineKey("ssh-ed25519 AAAA belljar-shop", "SHA256:own");
    }
}
