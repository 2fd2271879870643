package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import org.junit.jupiter.api.Test;

/// Tests that actions that end a machine at once ask first and say what is lost, and that the terminal page
/// is offered where it is served.
class SandboxMenuTest {
    private static final String MORE = "More actions for this sandbox";
    private static final String TERMINAL = "Terminal in the browser";

    @Test
    void stopNowAsksAndThenEndsTheMachineAtOnce() {
        try (WindowHarness window = sandbox()) {
            window.choose(MORE, "Stop now…");
            window.awaitWords(
                    List.of("Stop “shop” now?", "The sandbox stops immediately", "not yet written to disk is lost"));
            window.press(".dialog-foot .danger-fill");
            window.await("asked", b -> window.agent().requests().contains("stop now sb-shop"));
            assertThat(window.agent().requests()).doesNotContain("stop sb-shop");
        }
    }

    @Test
    void cancellingStopNowStopsNothing() {
        try (WindowHarness window = sandbox()) {
            window.choose(MORE, "Stop now…");
            window.awaitWords(List.of("Stop “shop” now?"));
            window.press(".dialog-foot .flat");
            window.awaitGone("Stop now");
            assertThat(window.agent().requests()).noneMatch(request -> request.startsWith("stop"));
        }
    }

    @Test
    void destroyWithoutSavingNeedsASecondConfirmation() {
        try (WindowHarness window = sandbox()) {
            window.choose(MORE, "Move to trash…");
            window.awaitWords(List.of("Move “shop” to trash?", "Without saving…"));
            window.press(".dialog-foot .flat.danger");
            window.awaitWords(List.of("Move “shop” to trash without saving?", "its work is not fetched first"));
            assertThat(window.agent().requests()).noneMatch(request -> request.startsWith("destroy"));
            window.press(".dialog-foot .danger-fill");
            window.await("asked", b -> window.agent().requests().contains("destroy now sb-shop"));
            assertThat(window.agent().requests()).doesNotContain("destroy sb-shop");
        }
    }

    @Test
    void theTerminalPageIsOfferedOnlyIfItIsServed() {
        try (WindowHarness window = sandbox()) {
            window.await("addresses", b -> addresses(b).contains("8000  python3"));
            assertThat(WindowHarness.call(() -> addresses(window.workbench()))).doesNotContain(TERMINAL);
            window.agent().serveTerminal();
            window.await("served", b -> addresses(b).contains(TERMINAL));
            assertThat(WindowHarness.call(() -> addresses(window.workbench())))
                    .noneMatch(words -> words.contains("8082"));
        }
    }

    /// The entries of the menu with addresses.
    private static List<String> addresses(Workbench workbench) {
        return workbench.scene().getRoot().lookupAll(".menu-button").stream()
                .map(MenuButton.class::cast)
                .filter(menu -> "All addresses".equals(menu.getAccessibleText()))
                .flatMap(menu -> menu.getItems().stream())
                .map(MenuItem::getText)
                .filter(words -> words != null)
                .toList();
    }

    private static WindowHarness sandbox() {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        window.awaitWords(List.of("shop"));
        window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", ScreenKind.PROCESSES)));
        window.awaitWords(List.of("Changes", "Emulated"));
        return window;
    }
}
