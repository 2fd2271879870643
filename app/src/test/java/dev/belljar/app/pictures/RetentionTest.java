package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Tests of changing the retention in the window.
class RetentionTest {
    @Test
    void enterSavesTheTypedRetention() {
        try (WindowHarness window = opened(Scenario.BUSY)) {
            assertThat(field(window, "In the trash for").getText()).isEqualTo("30 days");
            window.run(() -> field(window, "Idle for").setText(" 2h "));
            window.key(KeyCode.ENTER);
            window.awaitGone("Retention");
            assertThat(window.agent().requests()).contains("retain {idleMinutes=120}");
        }
    }

    @Test
    void anInvalidTimeStaysInItsField() {
        try (WindowHarness window = opened(Scenario.BUSY)) {
            window.run(() -> field(window, "Cold for").setText("soon"));
            window.press(".save-retention");
            window.awaitWords(List.of("\"soon\": expected a time span such as 45m"));
            window.await("the field", b -> field(window, "Cold for").isFocused());
            assertThat(window.agent().requests()).noneMatch(request -> request.startsWith("retain"));
        }
    }

    @Test
    void aTimeSetByTheEnvironmentIsNotSent() {
        try (WindowHarness window = opened(Scenario.ASKING)) {
            assertThat(field(window, "Idle for").isDisabled()).isTrue();
            window.await(
                    "the next field", b -> field(window, "Running for at most").isFocused());
            window.run(() -> button(window, "Defaults").fire());
            assertThat(field(window, "Idle for").getText()).isEqualTo("45 min");
            window.key(KeyCode.ENTER);
            window.awaitGone("Retention");
            assertThat(window.agent().requests()).contains("retain {trashMinutes=10080}");
        }
    }

    @Test
    void anUnreadableRetentionFileIsReplacedByWhatIsShown() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.agent().damageRetention();
            show(window);
            window.awaitWords(List.of("retention.json cannot be read"));
            window.press(".save-retention");
            window.awaitGone("Retention");
            assertThat(window.agent().requests())
                    .contains("retain {idleMinutes=30, lifetimeMinutes=1440, hotMinutes=0, warmMinutes=0,"
                            + " coldMinutes=0, trashMinutes=0}");
        }
    }

    @Test
    void withoutChangesNothingIsSent() {
        try (WindowHarness window = opened(Scenario.BUSY)) {
            window.press(".save-retention");
            window.awaitGone("Retention");
            assertThat(window.agent().requests()).noneMatch(request -> request.startsWith("retain"));
        }
    }

    private static WindowHarness opened(Scenario scenario) {
        WindowHarness window = WindowHarness.open(scenario, Theme.LIGHT);
        show(window);
        return window;
    }

    private static void show(WindowHarness window) {
        ScreenCases.retention(window);
        window.await("the figures", b -> !field(window, "Cold for").getText().isEmpty());
    }

    private static Button button(WindowHarness window, String words) {
        return window.workbench().scene().getRoot().lookupAll(".retention-box .button").stream()
                .map(Button.class::cast)
                .filter(button -> words.equals(button.getText()))
                .findFirst()
                .orElseThrow();
    }

    private static TextField field(WindowHarness window, String title) {
        return window.workbench().scene().getRoot().lookupAll(".retention-box .text-field").stream()
                .map(TextField.class::cast)
                .filter(field -> field.getAccessibleText().startsWith(title))
                .findFirst()
                .orElseThrow();
    }
}
