package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.OtherStates;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests that every screen of a sandbox that failed shows the problem and actions that help, and that one
/// that starts shows its requirements.
class ReadinessTest {
    private static final List<ScreenKind> SCREENS = List.of(
            ScreenKind.TERMINAL, ScreenKind.PROCESSES, ScreenKind.CHANGES, ScreenKind.NETWORK, ScreenKind.SNAPSHOTS);

    @Test
    void everyScreenOfAFailedSandboxShowsTheReasonAndTheRemedy() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.awaitWords(List.of("legacy-admin"));
            for (ScreenKind screen : SCREENS) {
                ScreenCases.enter(window, "legacy-admin", screen);
                window.awaitWords(List.of(
                        "legacy-admin failed",
                        "the guest printed nothing in any of 3 boot attempts",
                        "vm.silent-boot",
                        "Start from disk",
                        "Show log"));
            }
            window.press(".show-log");
            window.awaitGone("Start from disk");
            assertThat(window.words()).contains("What happened");
            ScreenCases.enter(window, "legacy-admin", ScreenKind.TERMINAL);
            window.press(".start-again");
            window.await("the start", b -> window.agent().requests().contains("start sb-legacy-admin"));
        }
    }

    @Test
    void theFetchedWorkOfASandboxThatFailedCanBeReviewed() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
            window.awaitWords(List.of(".vscode/tasks.json"));
            window.agent().changeSandbox("shop", OtherStates::failed);
            window.run(() -> window.workbench().refresh());
            window.awaitWords(List.of("shop failed", "Review 14 files"));
            assertThat(window.words()).doesNotContain(".vscode/tasks.json");
            window.press(".review-fetched");
            window.awaitWords(List.of(".vscode/tasks.json"));
        }
    }

    @Test
    void everyScreenOfAStartingSandboxShowsTheSteps() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.awaitWords(List.of("billing"));
            for (ScreenKind screen : SCREENS) {
                ScreenCases.enter(window, "billing", screen);
                window.awaitWords(List.of("Starting billing…", "Copy the project to /workspace", "Show log"));
            }
        }
    }
}
