package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.OtherStates;
import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Every room of a sandbox that failed says what happened and offers ways out; one that starts shows its steps.
class ReadinessTest {
    private static final List<ScreenKind> ROOMS = List.of(
            ScreenKind.TERMINAL, ScreenKind.PROCESSES, ScreenKind.CHANGES, ScreenKind.NETWORK, ScreenKind.SNAPSHOTS);

    @Test
    void everyRoomOfAFailedSandboxSaysWhatHappenedAndWhatToDo() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            booth.awaitWords(List.of("legacy-admin"));
            for (ScreenKind room : ROOMS) {
                ScreenCases.enter(booth, "legacy-admin", room);
                booth.awaitWords(List.of(
                        "legacy-admin failed",
                        "The machine printed nothing for 40 s",
                        "vm.no-boot",
                        "Start from disk",
                        "Show log"));
            }
            booth.press(".show-log");
            booth.awaitGone("Start from disk");
            assertThat(booth.words()).contains("What happened");
            ScreenCases.enter(booth, "legacy-admin", ScreenKind.TERMINAL);
            booth.press(".start-again");
            booth.await("the start", b -> booth.agent().wishes().contains("start sb-legacy-admin"));
        }
    }

    @Test
    void theFetchedWorkOfASandboxThatFailedCanBeReviewed() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(booth, "shop", ScreenKind.CHANGES);
            booth.awaitWords(List.of(".vscode/tasks.json"));
            booth.agent().changeSandbox("shop", OtherStates::failed);
            booth.run(() -> booth.bench().refresh());
            booth.awaitWords(List.of("shop failed", "Review 14 files"));
            assertThat(booth.words()).doesNotContain(".vscode/tasks.json");
            booth.press(".review-fetched");
            booth.awaitWords(List.of(".vscode/tasks.json"));
        }
    }

    @Test
    void everyRoomOfAStartingSandboxShowsItsSteps() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            booth.awaitWords(List.of("billing"));
            for (ScreenKind room : ROOMS) {
                ScreenCases.enter(booth, "billing", room);
                booth.awaitWords(List.of("Starting billing…", "Copy the project to /workspace", "Show log"));
            }
        }
    }
}
