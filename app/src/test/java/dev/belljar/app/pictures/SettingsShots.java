package dev.belljar.app.pictures;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import java.util.List;
import javafx.scene.control.TextField;

/// Pictures of the settings of a sandbox.
final class SettingsShots {
    private SettingsShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "settings",
                        Scenario.BUSY,
                        window -> ScreenCases.enter(window, "shop", ScreenKind.SETTINGS),
                        "Resources",
                        "Runs for at most",
                        "All settings are in effect"),
                new ScreenCase(
                        "settings-restart",
                        Scenario.BUSY,
                        SettingsShots::restart,
                        "12 GiB needs a restart",
                        "At next start",
                        "Restart now…"),
                new ScreenCase(
                        "settings-pending",
                        Scenario.BUSY,
                        window -> {
                            restart(window);
                            window.press(".save-settings");
                        },
                        "takes effect when the sandbox is shut down and started"));
    }

    private static void restart(WindowHarness window) {
        ScreenCases.enter(window, "shop", ScreenKind.SETTINGS);
        window.awaitWords(List.of("All settings are in effect"));
        window.run(() -> {
            TextField memory = (TextField) window.workbench().scene().getRoot().lookup(".setting-memory");
            memory.setText("12 GiB");
        });
    }
}
