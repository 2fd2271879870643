package dev.belljar.agent.secret;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.agent.audit.AuditLog;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that values are stored in the desktop keyring if there is one, and never passed as arguments.
class DesktopKeyringTest {
    private static final String TEXT = "two lines\nof \u00e4 secret";
    /// Stores values in files, and its arguments in another file.
    private static final String TOOL = """
            #!/bin/sh
            here=$(dirname "$0")
            echo "$@" >> "$here/words"
            verb=$1
            while [ "$1" != name ]; do shift; done
            case $verb in
              store) cat > "$here/kept.$2" ;;
              lookup) cat "$here/kept.$2" ;;
              clear) rm -f "$here/kept.$2" ;;
            esac
            """;

    @TempDir
    private Path folder;

    private SecretKeyring keyring() throws Exception {
        Path tool = Files.writeString(folder.resolve("secret-tool"), TOOL);
        Files.setPosixFilePermissions(tool, PosixFilePermissions.fromString("rwx------"));
        return DesktopKeyring.of(Map.of("PATH", "/nowhere:" + folder, "DBUS_SESSION_BUS_ADDRESS", "unix:x"));
    }

    @Test
    void aValueIsStoredAndReadBackWhole() throws Exception {
        try (AuditLog audit = AuditLog.open(folder.resolve("audit"), Instant::now)) {
            Path file = folder.resolve("secrets.json");
            SecretStore store = SecretStores.in(file, keyring(), audit, Instant::now);
            assertThat(store.keep("A", TEXT).where()).isEqualTo("keyring");
            store.bind("A", "api.example.org", false, null);
            assertThat(Files.readString(file)).doesNotContain("two lines").contains("\"A\"");
            assertThat(store.usable().getFirst().value()).isEqualTo(TEXT);
            SecretStore later = SecretStores.in(file, keyring(), audit, Instant::now);
            assertThat(later.usable()).isEmpty();
            later.refresh();
            assertThat(later.usable().getFirst().value()).isEqualTo(TEXT);
            assertThat(Files.readString(folder.resolve("words")))
                    .doesNotContain("two lines")
                    .doesNotContain("dHdv");
            later.remove("A");
            assertThat(folder.resolve("kept.A")).doesNotExist();
        }
    }

    @Test
    void withoutAToolOrASessionThereIsNoKeyring() {
        assertThat(DesktopKeyring.of(Map.of("PATH", "/nowhere", "DBUS_SESSION_BUS_ADDRESS", "unix:x")))
                .isSameAs(SecretKeyring.NONE);
        assertThat(DesktopKeyring.of(Map.of("PATH", folder.toString()))).isSameAs(SecretKeyring.NONE);
    }
}
