package dev.belljar.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belljar.client.BrowserTrust.BrowserTrustStatus;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests with a real browser database that the reported trust is correct or an error.
@Tag("slow")
class BrowserTrustTest {
    @TempDir
    private Path home;

    private BrowserTrust trust;
    private Path database;

    @BeforeEach
    void make() throws Exception {
        assumeTrue(BrowserTrust.able(System.getenv("PATH")), "certutil is not installed");
        trust = new BrowserTrust(home);
        database = BrowserFolder.make(home.resolve(".pki/nssdb"));
    }

    @Test
    void trustInARootIsAddedAndRemoved() throws Exception {
        Path root = BrowserFolder.root(home, "now");
        assertThat(trust.standing(database, root)).isEqualTo(BrowserTrustStatus.NOT_YET);
        BrowserTrust.run(trust.giving(database, root, BrowserTrustStatus.NOT_YET));
        assertThat(trust.standing(database, root)).isEqualTo(BrowserTrustStatus.TRUSTED);
        BrowserTrust.run(trust.taking(database));
        assertThat(trust.standing(database, root)).isEqualTo(BrowserTrustStatus.NOT_YET);
        assertThatThrownBy(() -> BrowserTrust.run(trust.taking(database)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("could not find");
    }

    @Test
    void anOlderRootIsReplaced() throws Exception {
        Path before = BrowserFolder.root(home, "before");
        Path now = BrowserFolder.root(home, "now");
        BrowserTrust.run(trust.giving(database, before, BrowserTrustStatus.NOT_YET));
        assertThat(trust.standing(database, now)).isEqualTo(BrowserTrustStatus.OLDER);
        BrowserTrust.run(trust.giving(database, now, BrowserTrustStatus.OLDER));
        assertThat(trust.standing(database, now)).isEqualTo(BrowserTrustStatus.TRUSTED);
        assertThat(trust.standing(database, before)).isEqualTo(BrowserTrustStatus.OLDER);
    }

    @Test
    void theTrustOfABrokenDatabaseIsUnknown() throws Exception {
        Path root = BrowserFolder.root(home, "now");
        Files.writeString(database.resolve("cert9.db"), "no database ".repeat(1_000));
        assertUnknown(root);
    }

    @Test
    void theTrustOfALockedDatabaseIsUnknown() throws Exception {
        Path root = BrowserFolder.root(home, "now");
        BrowserTrust.run(trust.giving(database, root, BrowserTrustStatus.NOT_YET));
        try (FileChannel file = FileChannel.open(database.resolve("cert9.db"), StandardOpenOption.WRITE);
                FileLock lock = file.lock()) {
            assertThat(lock.isValid()).isTrue();
            assertUnknown(root);
        }
        assertThat(trust.standing(database, root)).isEqualTo(BrowserTrustStatus.TRUSTED);
    }

    @Test
    void databasesOfPackagedBrowsersAreFoundToo() throws Exception {
        BrowserFolder.make(home.resolve("snap/chromium/2891/.pki/nssdb"));
        Files.createSymbolicLink(home.resolve("snap/chromium/current"), Path.of("2891"));
        Path firefox = BrowserFolder.make(home.resolve("snap/firefox/common/.mozilla/firefox/k2.default"));
        assertThat(trust.databases())
                .containsExactly(database, home.resolve("snap/chromium/current/.pki/nssdb"), firefox);
    }

    private void assertUnknown(Path root) {
        assertThatThrownBy(() -> trust.standing(database, root))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(database.toString())
                .hasMessageContaining("SEC_ERROR");
    }
}
