package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Tests the actions on a process: ending one needs confirmation, and the outcome is shown.
class ProcessButtonsTest {
    @Test
    void aProcessIsEndedAfterAConfirmationAndTheResultIsShown() {
        try (WindowHarness window = withSelectedProcess(Scenario.BUSY)) {
            window.press(".end-button");
            window.awaitWords(List.of("Terminate node 1236?"));
            assertThat(window.agent().requests()).noneMatch(request -> request.startsWith("signal"));
            window.press(".end-process .danger-fill");
            window.awaitWords(List.of("node 1236 was terminated."));
            assertThat(window.agent().requests()).contains("signal TERM 1236");
        }
    }

    @Test
    void aPausedProcessIsMarkedAndCanBeResumed() {
        try (WindowHarness window = withSelectedProcess(Scenario.BUSY)) {
            window.press(".pause-process");
            window.awaitWords(List.of("node 1236 is paused.", "paused", "Resume"));
            // Another sandbox closes the screens of this one.
            window.run(() -> window.workbench().model().go(new Location.SandboxScreen("docs", ScreenKind.PROCESSES)));
            window.await(
                    "docs",
                    b -> b.model().place().get() instanceof Location.SandboxScreen in
                            && in.name().equals("docs"));
            window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", ScreenKind.PROCESSES)));
            window.chooseRow("node", 1236);
            window.awaitWords(List.of("paused", "Resume"));
            window.press(".pause-process");
            window.awaitWords(List.of("node 1236 is running again."));
            assertThat(window.agent().requests()).contains("signal STOP 1236", "signal CONT 1236");
        }
    }

    @Test
    void aProcessThatWaitsIsMarkedAndLeadsToItsApproval() {
        try (WindowHarness window = withSelectedProcess(Scenario.ASKING)) {
            window.awaitWords(List.of("waiting for you", "waiting"));
            window.press(".details .decide");
            window.awaitWords(List.of("Waiting for you"));
            window.await("its card", b -> b.scene().getRoot().lookup(".approval-card:chosen") != null);
        }
    }

    @Test
    void environmentNamesAndOpenFilesAreReadOnRequest() {
        try (WindowHarness window = withSelectedProcess(Scenario.BUSY)) {
            assertThat(window.words()).doesNotContain("npm_lifecycle_event");
            window.press(".inspect");
            window.awaitWords(List.of("npm_lifecycle_event", "/etc/resolv.conf", "Open files", "names only"));
        }
    }

    private static WindowHarness withSelectedProcess(Scenario scenario) {
        WindowHarness window = WindowHarness.open(scenario, Theme.LIGHT);
        window.awaitWords(List.of("shop"));
        window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", ScreenKind.PROCESSES)));
        window.chooseRow("node", 1236);
        window.awaitWords(List.of("Files written"));
        return window;
    }
}
