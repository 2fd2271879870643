package dev.belljar.agent.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.contract.request.storage.SetRetention;
import dev.belljar.contract.view.storage.RetentionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

public class RetentionSettingsTest {
    private static final long DAY = 24 * 60;

    @TempDir
    private Path folder;

    private Path file() {
        return folder.resolve("retention.json");
    }

    private RetentionSettings open(Map<String, String> environment) throws IOException {
        return RetentionSettings.open(file(), environment);
    }

    private static SetRetention hot(long minutes) {
        return new SetRetention(null, null, minutes, null, null, null);
    }

    @Test
    void theDefaultsApplyWithoutSettings() throws Exception {
        assertThat(open(Map.of()).shown())
                .isEqualTo(new RetentionStatus(30, DAY, DAY, 2 * DAY, 7 * DAY, 7 * DAY, List.of(), null));
    }

    @Test
    void settingsOutliveTheHostAgentUntilTheyAreReset() throws Exception {
        open(Map.of()).change(hot(90));
        RetentionSettings next = open(Map.of());
        next.change(new SetRetention(null, null, null, null, null, 0L));
        RetentionStatus shown = open(Map.of()).shown();
        assertThat(shown.hotMinutes()).isEqualTo(90);
        assertThat(shown.trashMinutes()).isZero();
        assertThat(next.reset())
                .isEqualTo(open(Map.of()).shown())
                .extracting(RetentionStatus::hotMinutes)
                .isEqualTo(DAY);
    }

    @Test
    void environmentVariablesTakePrecedenceAndAreNamed() throws Exception {
        open(Map.of()).change(hot(90));
        RetentionSettings fixed = open(Map.of("BELLJAR_HOT_HOURS", "3", "BELLJAR_TRASH_DAYS", "0"));
        assertThat(fixed.shown().hotMinutes()).isEqualTo(180);
        assertThat(fixed.shown().fixed()).containsExactly("hotMinutes", "trashMinutes");
        assertThatThrownBy(() -> fixed.change(hot(1)))
                .isInstanceOf(SandboxException.class)
                .hasMessageContaining("hotMinutes");
        assertThat(open(Map.of()).shown().hotMinutes()).isEqualTo(90);
        assertThatThrownBy(() -> open(Map.of("BELLJAR_HOT_HOURS", "soon")))
                .hasMessageContaining("BELLJAR_HOT_HOURS")
                .hasMessageContaining("whole number");
    }

    @Test
    void anEmptyChangeIsRefused() throws Exception {
        RetentionSettings retentions = open(Map.of());
        assertThatThrownBy(() -> retentions.change(SetRetention.NOTHING)).hasMessageContaining("nothing to change");
        assertThat(file()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 14_400_001})
    void aValueOutOfRangeIsRefusedAndNotSaved(long minutes) throws Exception {
        RetentionSettings retentions = open(Map.of());
        assertThatThrownBy(() -> retentions.change(hot(minutes))).hasMessageContaining("hotMinutes");
        assertThat(file()).doesNotExist();
        assertThat(retentions.shown().hotMinutes()).isEqualTo(DAY);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"hotMinutes\":-5}", "{\"hotMinutes\":\"soon\"}", "{\"trash\":0}"})
    void unreadableSettingsDeleteNothingUntilTheyAreSetAgain(String damaged) throws Exception {
        Files.writeString(file(), damaged);
        RetentionSettings retentions = open(Map.of());
        RetentionStatus shown = retentions.shown();
        assertThat(shown.problem()).contains("retention.json");
        assertThat(List.of(shown.hotMinutes(), shown.warmMinutes(), shown.coldMinutes(), shown.trashMinutes()))
                .containsOnly(0L);
        assertThat(shown.idleMinutes()).isEqualTo(30);
        assertThat(retentions.change(hot(60))).isEqualTo(new RetentionStatus(30, DAY, 60, 0, 0, 0, List.of(), null));
        assertThat(open(Map.of()).shown()).isEqualTo(retentions.shown());
        assertThat(retentions.reset().trashMinutes()).isEqualTo(7 * DAY);
    }
}
