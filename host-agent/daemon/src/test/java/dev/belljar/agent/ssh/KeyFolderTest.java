package dev.belljar.agent.ssh;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests the stored keys of one sandbox.
class KeyFolderTest {
    @TempDir
    private Path sandbox;

    @Test
    void openSshReadsThePrivateHalfAndFindsThePublicOne() throws Exception {
        KeyFolder folder = KeyFolder.in(sandbox);
        PublicKey made = folder.pair();
        Process process = new ProcessBuilder(
                        "ssh-keygen", "-y", "-f", folder.identity().toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(PublicKey.of(said).bare()).isEqualTo(made.bare());
    }

    @Test
    void theFolderAndThePrivateKeyArePrivate() throws Exception {
        KeyFolder folder = KeyFolder.in(sandbox);
        folder.pair();
        assertThat(mode(folder.identity())).isEqualTo("rw-------");
        assertThat(mode(folder.folder())).isEqualTo("rwx------");
    }

    @Test
    void theKeyPairIsMadeOnceAndAgainWhenItIsLost() throws Exception {
        KeyFolder folder = KeyFolder.in(sandbox);
        PublicKey first = folder.pair();
        assertThat(folder.pair()).isEqualTo(first);
        folder.forget();
        assertThat(folder.identity()).doesNotExist();
        assertThat(folder.pair().bare()).isNotEqualTo(first.bare());
        Files.writeString(folder.folder().resolve("id_ed25519.pub"), "spoiled");
        assertThat(folder.pair().bare()).isNotEqualTo(first.bare());
    }

    @Test
    void savedKeysAreReadBack() throws Exception {
        KeyFolder folder = KeyFolder.in(sandbox);
        assertThat(folder.persons()).isEmpty();
        assertThat(folder.host()).isEmpty();
        List<KeyFolder.StoredKey> kept = List.of(new KeyFolder.StoredKey("ssh-ed25519 AAAA me", 7));
        folder.keep(kept);
        PublicKey host = NewSshKey.make("root@shop").publicHalf();
        folder.known(host);
        assertThat(KeyFolder.in(sandbox).persons()).isEqualTo(kept);
        assertThat(KeyFolder.in(sandbox).host()).contains(host.bare());
    }

    private static String mode(Path file) throws Exception {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }
}
