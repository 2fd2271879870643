package dev.belljar.app.pictures;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Tests that the window keeps automatic snapshots and changes their settings.
class AutomaticSnapshotDialogTest {
    @Test
    void aKeyKeepsAnAutomaticSnapshot() {
        try (WindowHarness window = shop()) {
            window.run(() -> window.workbench().model().seek(ScreenKind.SNAPSHOTS, "s2"));
            window.awaitWords(List.of("Keep"));
            window.key(KeyCode.K);
            window.await("kept", b -> window.agent().requests().contains("keep s2"));
        }
    }

    @Test
    void theSettingsAreSent() {
        try (WindowHarness window = shop()) {
            window.press(".automatic-snapshots");
            window.await(
                    "the settings",
                    b -> b.scene().getRoot().lookup(".automatic-snapshots-box .text-field") instanceof TextField field
                            && field.getText().equals("10"));
            window.part(".automatic-snapshots-box .segments", 2);
            window.press(".save-automatic");
            window.await(
                    "sent",
                    b -> window.agent().requests().stream()
                            .anyMatch(request ->
                                    request.startsWith("automatic snapshots sb-shop") && request.contains("on=false")));
        }
    }

    private static WindowHarness shop() {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        ScreenCases.enter(window, "shop", ScreenKind.SNAPSHOTS);
        window.awaitWords(List.of("before coupons"));
        return window;
    }
}
