package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import dev.belljar.contract.operation.SandboxApi;
import dev.belljar.contract.request.sandbox.SetSandboxSettings;
import dev.belljar.contract.view.settings.SandboxSettings;
import java.util.List;
import java.util.Objects;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Tests the settings screen in the window: its keys, its bar, and changes by another window.
class SettingsScreenTest {
    @Test
    void enterStoresWhatWasTypedAndTheBarOffersARestart() throws Exception {
        try (WindowHarness window = opened()) {
            type(window, "memory", "12 GiB");
            window.awaitWords(List.of("12 GiB needs a restart", "At next start"));
            window.run(() -> field(window, "memory").requestFocus());
            window.key(KeyCode.ENTER);
            window.awaitWords(List.of("takes effect when the sandbox is shut down and started"));
            assertThat(settings(window).wanted().memoryMiB()).isEqualTo(12_288);
            window.press(".restart-sandbox");
            window.awaitWords(List.of("Restart shop?", "This fetches the sandbox's work"));
        }
    }

    @Test
    void discardRestoresWhatWasSet() {
        try (WindowHarness window = opened()) {
            type(window, "cpus", "6");
            window.press(".discard-settings");
            window.awaitWords(List.of("All settings are in effect"));
            assertThat(field(window, "cpus").getText()).isEqualTo("4");
        }
    }

    @Test
    void aWrongValueIsExplainedAndNotSent() throws Exception {
        try (WindowHarness window = opened()) {
            type(window, "processes", "many");
            window.awaitWords(List.of("expected a whole number"));
            window.press(".save-settings");
            window.await("the field", b -> field(window, "processes").isFocused());
            assertThat(settings(window).shares().processes()).isEqualTo(1_024);
        }
    }

    @Test
    void aChangeByAnotherWindowIsShownAndWhatWasTypedStays() throws Exception {
        try (WindowHarness window = opened()) {
            type(window, "memory", "12 GiB");
            SandboxSettings _ = window.agent()
                    .call(
                            SandboxApi.SET.at("sb-shop"),
                            new SetSandboxSettings(null, null, null, null, null, null, 500, null, null, null, null));
            window.await(
                    "the new value", b -> field(window, "processes").getText().equals("500"));
            assertThat(field(window, "memory").getText()).isEqualTo("12 GiB");
        }
    }

    private static SandboxSettings settings(WindowHarness window) throws Exception {
        return window.agent().call(SandboxApi.SETTINGS.at("sb-shop"));
    }

    private static WindowHarness opened() {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        ScreenCases.enter(window, "shop", ScreenKind.SETTINGS);
        window.awaitWords(List.of("All settings are in effect"));
        return window;
    }

    private static void type(WindowHarness window, String setting, String text) {
        window.run(() -> field(window, setting).setText(text));
    }

    private static TextField field(WindowHarness window, String setting) {
        return (TextField)
                Objects.requireNonNull(window.workbench().scene().getRoot().lookup(".setting-" + setting));
    }
}
