package dev.belljar.agent;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that a misspelt variable stops the host agent before it opens anything.
class EnvironmentSwitchesTest {
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            value = {
                "BELLJAR_AUTOMATIC_SNAPSHOTS,no,`\"on\" or \"off\"`",
                "BELLJAR_EMULATION,yes,`\"accept\" or \"ask\"`",
                "BELLJAR_IMAGE_CHECK,no,`\"on\" or \"off\"`",
                "BELLJAR_KEYRING,OFF,`\"on\" or \"off\"`",
                "BELLJAR_ROUTES,of,`\"on\" or \"off\"`",
                "BELLJAR_TEMPLATES,0,`\"on\" or \"off\"`",
                "BELLJAR_ZELLIJ,tmux,`\"on\" or \"off\" or \"found\"`"
            })
    void anUnknownWordIsRefused(String name, String value, String expected, @TempDir Path folder) {
        assertThatThrownBy(() -> HostAgent.start(Map.of("HOME", folder.toString(), name, value)))
                .isInstanceOf(IOException.class)
                .hasMessage("%s is \"%s\": expected %s", name, value, expected);
    }

    @Test
    void knownWordsAndEmptyValuesAreFine() {
        assertThatCode(() -> EnvironmentSwitches.check(Map.of(
                        "BELLJAR_EMULATION", "accept", "BELLJAR_ROUTES", "off", "BELLJAR_KEYRING", "", "OTHER", "x")))
                .doesNotThrowAnyException();
    }
}
