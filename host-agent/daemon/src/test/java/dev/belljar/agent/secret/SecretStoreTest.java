package dev.belljar.agent.secret;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.audit.AuditLog;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.policy.SecretInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests that secrets are readable by their owner only, and shown without their values.
class SecretStoreTest {
    private static final String TEXT = "npm_0123456789abcdef";

    @TempDir
    private Path folder;

    private AuditLog audit;
    private SecretStore store;

    @BeforeEach
    void open() throws Exception {
        audit = AuditLog.open(folder.resolve("audit"), Instant::now);
        store = SecretStores.in(folder.resolve("secrets.json"), audit);
    }

    @AfterEach
    void close() {
        audit.close();
    }

    @Test
    void aSecretIsListedBoundAndForgottenWithoutItsText() throws Exception {
        SecretInfo kept = store.keep("NPM_TOKEN", TEXT);
        assertThat(store.bind("NPM_TOKEN", "Registry.npmjs.org", false, null).bindings())
                .containsExactly("registry.npmjs.org");
        assertThat(store.keep("NPM_TOKEN", TEXT + "2").bindings()).containsExactly("registry.npmjs.org");
        assertThat(ContractJson.line(store.list())).doesNotContain(TEXT);
        assertThat(kept.toString()).doesNotContain(TEXT);
        assertThat(ContractJson.line(audit.newest(10))).doesNotContain(TEXT).contains("NPM_TOKEN");
        store.remove("NPM_TOKEN");
        assertThat(store.list()).isEmpty();
        assertThatThrownBy(() -> store.remove("NPM_TOKEN")).isInstanceOf(SecretException.class);
    }

    @Test
    void theFileIsPrivate() throws Exception {
        Path file = folder.resolve("secrets.json");
        store.keep("A", TEXT);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> store.list())
                .isInstanceOfSatisfying(
                        SecretException.class, e -> assertThat(e.code()).isEqualTo(SecretException.STORE));
    }

    @Test
    void aDamagedFileIsNotQuotedAndNotWrittenOver() throws Exception {
        Path file = folder.resolve("secrets.json");
        store.keep("A", TEXT);
        Files.writeString(file, Files.readString(file).replace("}]", ""));
        assertThatThrownBy(() -> store.keep("B", "other"))
                .isInstanceOf(SecretException.class)
                .hasMessageNotContaining(TEXT);
        assertThat(Files.readString(file)).contains(TEXT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"*.npmjs.org", "192.0.2.1", "localhost", "a..org", "a.org.", "a b.org", "[::1]", ""})
    void aSecretIsBoundToAnExactNameOnly(String host) throws Exception {
        store.keep("A", TEXT);
        assertThatThrownBy(() -> store.bind("A", host, false, null)).isInstanceOf(SecretException.class);
        assertThat(store.list().getFirst().bindings()).isEqualTo(List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1A", "A B", "a/b", "../x"})
    void invalidNamesAreRefused(String name) {
        assertThatThrownBy(() -> store.keep(name, TEXT))
                .isInstanceOf(SecretException.class)
                .hasMessageNotContaining(TEXT);
    }
}
