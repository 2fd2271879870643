package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;

/// Tests that terminals keep running while the user works elsewhere in the window.
class TerminalsStayTest {
    @Test
    void terminalsStayOpenWhileAnotherScreenIsShown() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.awaitWords(List.of("shop"));
            ScreenCases.enter(window, "shop", ScreenKind.TERMINAL);
            window.awaitWords(List.of("zellij · main"));
            window.shell();
            window.awaitWords(List.of("shell"));
            window.await("both terminals", b -> window.agent().terminals() == 2);
            window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
            window.awaitGone("zellij · main");
            ScreenCases.enter(window, "shop", ScreenKind.TERMINAL);
            window.awaitWords(List.of("zellij · main", "shell"));
            window.settle();
            assertThat(window.agent().terminals()).isEqualTo(2);
        }
    }

    @Test
    void aPromptInATerminalIsMarkedInTheSidebarOnOtherScreens() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.awaitWords(List.of("shop"));
            ScreenCases.enter(window, "shop", ScreenKind.TERMINAL);
            window.awaitWords(List.of("zellij · main"));
            window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
            window.awaitGone("zellij · main");
            int before = WindowHarness.call(() -> waitingCount(window));
            window.agent().print("\r\nOverwrite package.json? [y/N] ");
            window.await("the mark", b -> waitingCount(window) == before + 1);
            ScreenCases.enter(window, "shop", ScreenKind.TERMINAL);
            window.await("no mark", b -> waitingCount(window) == before);
        }
    }

    /// The number of waiting items of the sandbox in its row of the sidebar.
    private static int waitingCount(WindowHarness window) {
        return window.workbench().scene().getRoot().lookupAll(".side-row").stream()
                .filter(row -> row.lookupAll(".side-name").stream()
                        .anyMatch(name ->
                                name instanceof Label label && label.getText().equals("shop")))
                .flatMap(row -> row.lookupAll(".held").stream())
                .filter(Node::isVisible)
                .filter(Label.class::isInstance)
                .map(node -> ((Label) node).getText())
                .filter(words -> words.matches("[0-9]+"))
                .mapToInt(Integer::parseInt)
                .sum();
    }
}
