package dev.belljar.agent.access;

import dev.belljar.agent.guest.ExecOutcome;
import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.ssh.KeyFolder;
import dev.belljar.agent.ssh.MachineScript;
import dev.belljar.agent.ssh.PublicKey;
import dev.belljar.agent.ssh.SshException;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.request.session.ExecCommand;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.session.MachineKey;
import dev.belljar.contract.view.session.SshKey;
import dev.belljar.contract.view.session.SshKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Ssh access to one machine: the authorized keys and the host key.
///
/// The keys are not set up while a machine starts, because an emulated machine generates keys slowly: the first
/// connection of each run sets them up and waits for that. Only the original's keys in a copy are deleted as
/// soon as the copy runs.
public final class GuestSshKeys {
    /// The port of sshd.
    static final int PORT = 22;

    private static final Logger LOG = LoggerFactory.getLogger(GuestSshKeys.class);
    private static final int MOST_KEYS = 64;
    /// Maximum length of all keys together, which are sent to the machine in one bounded message.
    private static final int MOST_LETTERS = 32_768;
    private static final int OUTPUT = 8_192;

    private final SandboxRuntime sandbox;
    private final Runnable seen;
    private final ReentrantLock lock = new ReentrantLock();
    /// The guest link of the machine whose keys are set up.
    private @Nullable GuestLink settled;
    private boolean gone;

    /// `seen` is called whenever the machine's host key changes.
    GuestSshKeys(SandboxRuntime sandbox, Runnable seen) {
        this.sandbox = sandbox;
        this.seen = seen;
    }

    /// Sets up the machine's keys and checks its host key.
    ///
    /// @throws BelljarException `ssh.not-ready` when that fails
    void settle(GuestLink link) throws BelljarException, InterruptedException {
        lock.lockInterruptibly();
        try {
            requireThere();
            if (!link.equals(settled)) {
                put(link);
                settled = link;
            }
        } finally {
            lock.unlock();
        }
    }

    /// Deletes the original's host keys from a copy that has just begun to run; new keys are generated when
    /// first needed. A newly booted machine has none.
    public void renew(GuestLink link) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            if (isCopy() && !link.equals(settled)) {
                String _ = run(link, MachineScript.strip());
            }
        } catch (BelljarException e) {
            LOG.warn("{}: its SSH host keys may still be the original's: {}", sandbox.name(), e.getMessage());
            note("the SSH host keys may still be those of the original: " + e.getMessage());
        } finally {
            lock.unlock();
        }
    }

    /// True until the machine has shown a host key of its own: until then a branch has its original's.
    private boolean isCopy() {
        return sandbox.record().origin() != null && folder().host().isEmpty();
    }

    /// The users' keys.
    SshKeys keys() throws SshException {
        List<SshKey> shown = new ArrayList<>();
        for (KeyFolder.StoredKey stored : folder().persons()) {
            shown.add(shown(PublicKey.of(stored.key()), stored.added()));
        }
        return new SshKeys(shown, folder().host().map(PublicKey::fingerprint).orElse(null));
    }

    SshKey add(PublicKey key) throws BelljarException, InterruptedException {
        lock.lockInterruptibly();
        try {
            requireThere();
            List<KeyFolder.StoredKey> kept = new ArrayList<>(folder().persons());
            Optional<KeyFolder.StoredKey> same = find(kept, key.fingerprint());
            if (same.isPresent()) {
                return shown(PublicKey.of(same.get().key()), same.get().added());
            }
            int letters = kept.stream().mapToInt(k -> k.key().length()).sum()
                    + key.line().length();
            if (kept.size() >= MOST_KEYS || letters > MOST_LETTERS) {
                throw SshException.tooMany(sandbox.name(), MOST_KEYS);
            }
            SshKey added = shown(key, System.currentTimeMillis());
            kept.add(new KeyFolder.StoredKey(key.line(), added.added()));
            change(kept, "can log in with SSH", added);
            return added;
        } finally {
            lock.unlock();
        }
    }

    SshKey revoke(String fingerprint) throws BelljarException, InterruptedException {
        lock.lockInterruptibly();
        try {
            requireThere();
            List<KeyFolder.StoredKey> kept = new ArrayList<>(folder().persons());
            KeyFolder.StoredKey gone =
                    find(kept, fingerprint).orElseThrow(() -> SshException.unknown(sandbox.name(), fingerprint));
            kept.remove(gone);
            SshKey revoked = shown(PublicKey.of(gone.key()), gone.added());
            change(kept, "can no longer log in with SSH", revoked);
            return revoked;
        } finally {
            lock.unlock();
        }
    }

    /// The public key of the machine's own key pair, created if it has none.
    MachineKey own(GuestLink link) throws BelljarException, InterruptedException {
        settle(link);
        PublicKey key = PublicKey.of(run(link, MachineScript.own(sandbox.name())));
        return new MachineKey(key.line(), key.fingerprint());
    }

    /// Ends ssh access and writes no more files, because the sandbox's folder is about to be moved.
    public void forget() {
        lock.lock();
        try {
            gone = true;
            folder().forget();
        } catch (IOException e) {
            LOG.warn("{}: its SSH key was not deleted: {}", sandbox.name(), e.toString());
        } finally {
            lock.unlock();
        }
    }

    private void requireThere() throws SandboxException {
        if (gone || sandbox.state() == SandboxState.DESTROYED) {
            throw SandboxException.notFound(sandbox.name());
        }
    }

    KeyFolder folder() {
        return KeyFolder.in(sandbox.folder());
    }

    private static Optional<KeyFolder.StoredKey> find(List<KeyFolder.StoredKey> kept, String fingerprint)
            throws SshException {
        for (KeyFolder.StoredKey each : kept) {
            if (PublicKey.of(each.key()).fingerprint().equals(fingerprint)) {
                return Optional.of(each);
            }
        }
        return Optional.empty();
    }

    /// Stores the keys first: a machine that cannot be updated now is updated before the next ssh connection.
    private void change(List<KeyFolder.StoredKey> keys, String what, SshKey key)
            throws BelljarException, InterruptedException {
        settled = null;
        folder().keep(keys);
        note("%s %s %s %s"
                .formatted(key.type(), key.fingerprint(), key.comment(), what)
                .replace("  ", " "));
        if (sandbox.runs() && sandbox.anyLink().isPresent()) {
            settle(sandbox.guest());
        }
    }

    private void put(GuestLink link) throws BelljarException, InterruptedException {
        KeyFolder folder = folder();
        List<String> lines = new ArrayList<>(List.of(folder.pair().line()));
        for (KeyFolder.StoredKey stored : folder.persons()) {
            lines.add(PublicKey.of(stored.key()).line());
        }
        Optional<PublicKey> before = folder.host();
        PublicKey host = PublicKey.of(run(link, MachineScript.settle(lines, isCopy())));
        if (!host.type().equals(MachineScript.HOST_KEY_TYPE)) {
            throw SshException.notReady(
                    sandbox.name(),
                    "its host key has the type " + host.type() + ": expected " + MachineScript.HOST_KEY_TYPE);
        }
        if (!before.equals(Optional.of(host.bare()))) {
            folder.known(host);
            note("the guest's host key is " + host.fingerprint());
            seen.run();
        }
    }

    private String run(GuestLink link, ExecCommand script) throws BelljarException, InterruptedException {
        ExecOutcome outcome = ExecOutcome.of(link.exec(script), new byte[0], OUTPUT);
        if (!Integer.valueOf(0).equals(outcome.exit().code()) || outcome.truncated()) {
            String words = new String(outcome.err(), StandardCharsets.UTF_8).strip();
            throw SshException.notReady(
                    sandbox.name(),
                    words.isEmpty() ? "the keys could not be installed in the guest" : VisibleText.line(words));
        }
        return new String(outcome.out(), StandardCharsets.US_ASCII);
    }

    private void note(String words) {
        sandbox.observation().note("note", "ssh", words);
    }

    private static SshKey shown(PublicKey key, long added) {
        return new SshKey(key.type(), key.fingerprint(), key.comment(), added);
    }
}
