package dev.belljar.agent.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.contract.request.storage.SetStorage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StorageSettingsTest {
    private static final long GIB = 1L << 30;

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("storage.json");
    }

    private StorageSettings open(Map<String, String> environment) throws IOException {
        return StorageSettings.open(file(), environment);
    }

    private StorageSettings open() throws IOException {
        return open(Map.of());
    }

    @Test
    void theDefaultQuotaIsTheDiskPlusSixteenGibibytes() throws Exception {
        StorageSettings settings = open();
        assertThat(settings.quota("a", 16_384)).isEqualTo(32 * GIB);
        assertThat(settings.quota("a", 102_400)).isEqualTo(116 * GIB);
        assertThat(settings.reserve()).isNull();
        assertThat(file()).doesNotExist();
    }

    @Test
    void settingsOutliveTheHostAgentAndArePrivate() throws Exception {
        StorageSettings settings = open();
        settings.change(new SetStorage(40 * GIB, null), GIB);
        settings.change(new SetStorage(null, GIB / 2), GIB);
        settings.change("b", 5 * GIB);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        StorageSettings next = open();
        assertThat(next.quota("a", 1)).isEqualTo(40 * GIB);
        assertThat(next.quota("b", 1)).isEqualTo(5 * GIB);
        assertThat(next.own("b")).isTrue();
        assertThat(next.reserve()).isEqualTo(GIB / 2);
        next.forget("b");
        next.reset();
        assertThat(open().quota("b", 1)).isEqualTo((1 << 20) + 16 * GIB);
        assertThat(open().reserve()).isNull();
    }

    @Test
    void theEnvironmentOverridesAllButASandboxsOwnQuota() throws Exception {
        open().change(new SetStorage(40 * GIB, null), GIB);
        open().change("b", 0L);
        StorageSettings fixed = open(Map.of("BELLJAR_QUOTA_GIB", "8"));
        assertThat(fixed.quota("a", 1)).isEqualTo(8 * GIB);
        assertThat(fixed.quota("b", 1)).isZero();
        assertThat(fixed.fixed()).containsExactly("quota");
        assertThatThrownBy(() -> fixed.change(new SetStorage(9 * GIB, null), GIB))
                .isInstanceOf(StorageException.class)
                .hasMessageContaining("quota is set in the host agent's environment");
        fixed.change(new SetStorage(null, 0L), GIB);
        assertThat(fixed.reserve()).isZero();
        assertThatThrownBy(() -> open(Map.of("BELLJAR_RESERVE_GIB", "much")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("whole number of GiB");
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 1, (1L << 30) - 1, (1L << 50) + 1, Long.MAX_VALUE, Long.MIN_VALUE})
    void aQuotaOutOfRangeIsRefusedAndNotSaved(long quota) throws Exception {
        StorageSettings settings = open();
        assertThatThrownBy(() -> settings.change(new SetStorage(quota, null), GIB))
                .hasMessageContaining("1 GiB to 1 PiB");
        assertThatThrownBy(() -> settings.change("a", quota)).hasMessageContaining("1 GiB to 1 PiB");
        assertThat(file()).doesNotExist();
    }

    @Test
    void aReserveOverHalfOfTheDiskIsRefused() throws Exception {
        StorageSettings settings = open();
        for (long reserve : new long[] {-1, GIB + 1}) {
            assertThatThrownBy(() -> settings.change(new SetStorage(null, reserve), GIB))
                    .hasMessageContaining("half of the disk");
        }
        assertThatThrownBy(() -> settings.change(new SetStorage(null, null), GIB))
                .hasMessageContaining("nothing to change");
        assertThat(file()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{", "[]", "{\"quota\":-5}", "{\"quota\":\"much\"}", "{\"quotas\":{\"a\":7}}", "{\"x\":0}"})
    void unreadableSettingsAreReportedAndTheDefaultsApply(String damaged) throws Exception {
        Files.writeString(file(), damaged);
        StorageSettings settings = open();
        assertThat(settings.problem()).contains("storage.json");
        assertThat(settings.quota("a", 16_384)).isEqualTo(32 * GIB);
        settings.change("a", GIB);
        assertThat(settings.problem()).isNull();
        assertThat(open().quota("a", 1)).isEqualTo(GIB);
    }
}
