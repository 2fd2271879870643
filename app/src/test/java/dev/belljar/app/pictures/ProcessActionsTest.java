package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.Location;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What can be done with a process: it is asked before one is ended, and the outcome is told.
class ProcessActionsTest {
    @Test
    void aProcessIsEndedOnlyAfterAQuestionAndTheOutcomeIsTold() {
        try (WindowHarness booth = chosen(Scenario.BUSY)) {
            booth.press(".end-button");
            booth.awaitWords(List.of("End node 1236?"));
            assertThat(booth.agent().wishes()).noneMatch(wish -> wish.startsWith("signal"));
            booth.press(".end-process .danger-fill");
            booth.awaitWords(List.of("node 1236 ended."));
            assertThat(booth.agent().wishes()).contains("signal TERM 1236");
        }
    }

    @Test
    void aPausedProcessSaysSoAndIsResumed() {
        try (WindowHarness booth = chosen(Scenario.BUSY)) {
            booth.press(".pause-process");
            booth.awaitWords(List.of("node 1236 is paused.", "paused", "Resume"));
            booth.press(".pause-process");
            booth.awaitWords(List.of("node 1236 is running again."));
            assertThat(booth.agent().wishes()).contains("signal STOP 1236", "signal CONT 1236");
        }
    }

    @Test
    void aProcessThatWaitsIsMarkedAndLeadsToItsApproval() {
        try (WindowHarness booth = chosen(Scenario.ASKING)) {
            booth.awaitWords(List.of("waits for you", "waiting"));
            booth.press(".details .decide");
            booth.awaitWords(List.of("Waiting for you"));
            booth.await("its card", b -> b.scene().getRoot().lookup(".question-card:chosen") != null);
        }
    }

    @Test
    void environmentNamesAndOpenFilesAreReadOnRequest() {
        try (WindowHarness booth = chosen(Scenario.BUSY)) {
            assertThat(booth.words()).doesNotContain("npm_lifecycle_event");
            booth.press(".inspect");
            booth.awaitWords(List.of("npm_lifecycle_event", "/etc/resolv.conf", "Open files", "names only"));
        }
    }

    private static WindowHarness chosen(Scenario scenario) {
        WindowHarness booth = WindowHarness.open(scenario, Theme.LIGHT);
        booth.awaitWords(List.of("shop"));
        booth.run(() -> booth.bench().model().go(new Location.Inside("shop", ScreenKind.PROCESSES)));
        booth.chooseRow("node", 1236);
        booth.awaitWords(List.of("Files written"));
        return booth;
    }
}
