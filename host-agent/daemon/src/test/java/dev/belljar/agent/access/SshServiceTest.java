package dev.belljar.agent.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.journal.JournalCursor;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxFixture;
import dev.belljar.agent.ssh.SshException;
import dev.belljar.contract.event.EventType;
import dev.belljar.contract.event.SandboxEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.view.session.SshKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the files for OpenSSH as sandboxes are created and deleted, and the stored keys.
public class SshServiceTest {
    private static final String KEY =
            "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIAO1dsLjNNKuzPFn7raEUKP6t/Kyf5LyEmsR58x1NMJ me@home";

    @TempDir
    private Path temp;

    private SandboxFixture host;

    @BeforeEach
    void open() throws Exception {
        host = new SandboxFixture(temp);
    }

    @AfterEach
    void close() {
        host.close();
    }

    @Test
    void aSandboxIsInTheSshConfigUntilItIsDestroyed() throws Exception {
        String id = host.create();
        SandboxFixture.until(() -> config().contains("Host belljar-shop\n"));
        assertThat(config()).contains("'/opt/belljar/belljar' ssh-proxy shop", "HostKeyAlias belljar-" + id);
        Path file = host.folders().data().resolve("ssh/config");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        host.api().sandboxes().destroy(id);
        SandboxFixture.until(() -> !config().contains("Host "));
        assertThat(config()).doesNotContain("Host ");
        host.api().storage().trash().restore(id);
        SandboxFixture.until(() -> config().contains("Host belljar-shop\n"));
        assertThat(config()).contains("Host belljar-shop\n");
    }

    @Test
    void aKeyIsKeptOnceAndRevokedByEitherName() throws Exception {
        String id = host.create();
        SshKey added = ssh().add("shop", KEY);
        assertThat(added.comment()).isEqualTo("me@home");
        assertThat(ssh().add(id, KEY.replace("me@home", "again"))).isEqualTo(added);
        host.stopAgent();
        assertThat(ssh().keys(id).keys()).containsExactly(added);
        assertThat(ssh().keys(id).host()).isNull();
        assertThat(ssh().revoke(id, added.fingerprint())).isEqualTo(added);
        assertThat(ssh().add(id, KEY).fingerprint()).isEqualTo(added.fingerprint());
        assertThat(ssh().revoke(id, KEY.replace(" me@home", "")).fingerprint()).isEqualTo(added.fingerprint());
        assertThat(ssh().keys(id).keys()).isEmpty();
        assertThat(notes(id))
                .contains("ssh-ed25519 %s me@home can log in with SSH".formatted(added.fingerprint()))
                .contains("ssh-ed25519 %s me@home can no longer log in with SSH".formatted(added.fingerprint()));
    }

    @Test
    void invalidAndUnknownKeysAreRefused() throws Exception {
        String id = host.create();
        assertThatThrownBy(() -> ssh().add(id, "restrict " + KEY)).isInstanceOf(SshException.class);
        assertThatThrownBy(() -> ssh().revoke(id, KEY))
                .isInstanceOfSatisfying(
                        SshException.class, e -> assertThat(e.code()).isEqualTo(SshException.UNKNOWN));
        assertThatThrownBy(() -> ssh().add("nobody", KEY)).isInstanceOf(SandboxException.class);
    }

    @Test
    void aStoppedMachineCannotBeEntered() throws Exception {
        String id = host.create();
        assertThatThrownBy(() -> host.api().access().guests().tunnel(id, 22))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("expected it to be running");
        assertThatThrownBy(() -> ssh().own(id)).isInstanceOf(SandboxException.class);
    }

    @Test
    void aDestroyedSandboxCannotBeEntered() throws Exception {
        String id = host.create();
        ssh().add(id, KEY);
        GuestSshKeys sshKeys = host.api().access().ssh().keysOf(host.registry().find(id));
        sshKeys.folder().pair();
        host.api().sandboxes().destroy(id);
        assertThat(host.trash(id).resolve("ssh/id_ed25519")).doesNotExist();
        assertThat(host.folder(id)).doesNotExist();
        assertThatThrownBy(() -> sshKeys.revoke("SHA256:x")).isInstanceOf(SandboxException.class);
        host.api().storage().trash().restore(id);
        assertThat(ssh().keys(id).keys()).hasSize(1);
    }

    private SshService ssh() throws BelljarException, InterruptedException {
        return host.api().access().ssh();
    }

    private String config() {
        try {
            Path file = host.folders().data().resolve("ssh/config");
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> notes(String id) throws BelljarException, InterruptedException {
        try (JournalCursor cursor = host.api().queries().journal(id).cursor(0, Set.of(EventType.SANDBOX))) {
            return cursor.next(100, Duration.ZERO).stream()
                    .map(event -> String.valueOf(((SandboxEvent) event).detail()))
                    .toList();
        }
    }
}
