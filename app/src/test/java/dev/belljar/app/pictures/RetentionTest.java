package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.ui.Theme;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// For how long machines are kept, changed in the window.
class RetentionTest {
    @Test
    void whatIsTypedIsKeptByEnter() {
        try (WindowHarness booth = opened(Scenario.BUSY)) {
            assertThat(field(booth, "In the trash for").getText()).isEqualTo("30 days");
            booth.run(() -> field(booth, "Idle for").setText(" 2h "));
            booth.key(KeyCode.ENTER);
            booth.awaitGone("Retention");
            assertThat(booth.agent().wishes()).contains("retain {idleMinutes=120}");
        }
    }

    @Test
    void nonsenseStaysInItsFieldToBeMended() {
        try (WindowHarness booth = opened(Scenario.BUSY)) {
            booth.run(() -> field(booth, "Cold for").setText("soon"));
            booth.press(".save-retention");
            booth.awaitWords(List.of("\"soon\": expected for example 45m"));
            booth.await("the field", b -> field(booth, "Cold for").isFocused());
            assertThat(booth.agent().wishes()).noneMatch(wish -> wish.startsWith("retain"));
        }
    }

    @Test
    void whatTheEnvironmentDecidesIsNotSentBack() {
        try (WindowHarness booth = opened(Scenario.ASKING)) {
            assertThat(field(booth, "Idle for").isDisabled()).isTrue();
            booth.await(
                    "the next field", b -> field(booth, "Running for at most").isFocused());
            booth.run(() -> button(booth, "Defaults").fire());
            assertThat(field(booth, "Idle for").getText()).isEqualTo("45 min");
            booth.key(KeyCode.ENTER);
            booth.awaitGone("Retention");
            assertThat(booth.agent().wishes()).contains("retain {trashMinutes=10080}");
        }
    }

    @Test
    void whatCouldNotBeReadIsSetAnewAsItIsShown() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            booth.agent().damageRetention();
            show(booth);
            booth.awaitWords(List.of("retention.json cannot be read"));
            booth.press(".save-retention");
            booth.awaitGone("Retention");
            assertThat(booth.agent().wishes())
                    .contains("retain {idleMinutes=30, lifetimeMinutes=1440, hotMinutes=0, warmMinutes=0,"
                            + " coldMinutes=0, trashMinutes=0}");
        }
    }

    @Test
    void whereNothingChangedNothingIsSent() {
        try (WindowHarness booth = opened(Scenario.BUSY)) {
            booth.press(".save-retention");
            booth.awaitGone("Retention");
            assertThat(booth.agent().wishes()).noneMatch(wish -> wish.startsWith("retain"));
        }
    }

    private static WindowHarness opened(Scenario scenario) {
        WindowHarness booth = WindowHarness.open(scenario, Theme.LIGHT);
        show(booth);
        return booth;
    }

    private static void show(WindowHarness booth) {
        ScreenCases.retention(booth);
        booth.await("the figures", b -> !field(booth, "Cold for").getText().isEmpty());
    }

    private static Button button(WindowHarness booth, String words) {
        return booth.bench().scene().getRoot().lookupAll(".retention-box .button").stream()
                .map(Button.class::cast)
                .filter(button -> words.equals(button.getText()))
                .findFirst()
                .orElseThrow();
    }

    private static TextField field(WindowHarness booth, String title) {
        return booth.bench().scene().getRoot().lookupAll(".retention-box .text-field").stream()
                .map(TextField.class::cast)
                .filter(field -> field.getAccessibleText().startsWith(title))
                .findFirst()
                .orElseThrow();
    }
}
