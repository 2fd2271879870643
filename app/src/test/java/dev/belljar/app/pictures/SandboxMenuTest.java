package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.Location;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.ui.Theme;
import java.util.List;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import org.junit.jupiter.api.Test;

/// What ends a machine at once asks first and says what is lost; the terminal's page is offered where it is served.
class SandboxMenuTest {
    private static final String MORE = "More for this sandbox";
    private static final String TERMINAL = "Terminal in the browser";

    @Test
    void stopNowAsksAndThenEndsTheMachineAtOnce() {
        try (WindowHarness booth = sandbox()) {
            booth.choose(MORE, "Stop now…");
            booth.awaitWords(List.of(
                    "Stop “shop” now?",
                    "It stops at once and nothing is fetched",
                    "not yet written to the disk is lost"));
            booth.press(".dialog-foot .danger-fill");
            booth.await("asked", b -> booth.agent().wishes().contains("stop now sb-shop"));
            assertThat(booth.agent().wishes()).doesNotContain("stop sb-shop");
        }
    }

    @Test
    void whoLetsItTakeItsTimeEndsNothing() {
        try (WindowHarness booth = sandbox()) {
            booth.choose(MORE, "Stop now…");
            booth.awaitWords(List.of("Stop “shop” now?"));
            booth.press(".dialog-foot .flat");
            booth.awaitGone("Stop now");
            assertThat(booth.agent().wishes()).noneMatch(wish -> wish.startsWith("stop"));
        }
    }

    @Test
    void destroyNowIsASecondQuestion() {
        try (WindowHarness booth = sandbox()) {
            booth.choose(MORE, "Move to trash…");
            booth.awaitWords(List.of("Move “shop” to trash?", "Without saving…"));
            booth.press(".dialog-foot .flat.danger");
            booth.awaitWords(List.of("Move “shop” to trash without saving?", "nothing is fetched from it"));
            assertThat(booth.agent().wishes()).noneMatch(wish -> wish.startsWith("destroy"));
            booth.press(".dialog-foot .danger-fill");
            booth.await("asked", b -> booth.agent().wishes().contains("destroy now sb-shop"));
            assertThat(booth.agent().wishes()).doesNotContain("destroy sb-shop");
        }
    }

    @Test
    void theTerminalsPageIsOfferedWhereOneIsServed() {
        try (WindowHarness booth = sandbox()) {
            booth.await("addresses", b -> addresses(b).contains("8000  python3"));
            assertThat(WindowHarness.call(() -> addresses(booth.bench()))).doesNotContain(TERMINAL);
            booth.agent().serveTerminal();
            booth.await("served", b -> addresses(b).contains(TERMINAL));
            assertThat(WindowHarness.call(() -> addresses(booth.bench()))).noneMatch(words -> words.contains("8082"));
        }
    }

    /// What the menu of addresses offers.
    private static List<String> addresses(Workbench bench) {
        return bench.scene().getRoot().lookupAll(".menu-button").stream()
                .map(MenuButton.class::cast)
                .filter(menu -> "All addresses".equals(menu.getAccessibleText()))
                .flatMap(menu -> menu.getItems().stream())
                .map(MenuItem::getText)
                .filter(words -> words != null)
                .toList();
    }

    private static WindowHarness sandbox() {
        WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        booth.awaitWords(List.of("shop"));
        booth.run(() -> booth.bench().model().go(new Location.Inside("shop", ScreenKind.PROCESSES)));
        booth.awaitWords(List.of("Changes", "Sync"));
        return booth;
    }
}
