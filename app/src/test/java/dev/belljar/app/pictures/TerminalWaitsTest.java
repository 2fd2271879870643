package dev.belljar.app.pictures;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that a terminal out of sight is marked while its program waits, until the user sees it.
@Tag("slow")
class TerminalWaitsTest {
    @Test
    void aPromptInAHiddenTabIsMarkedUntilTheTabIsShown() {
        try (WindowHarness window = onAnotherScreen()) {
            window.agent().print("\r\nOverwrite package.json? [y/N] ");
            window.await("the mark", b -> marked(window));
            ScreenCases.enter(window, "shop", ScreenKind.TERMINAL);
            window.await("no mark", b -> !marked(window));
        }
    }

    @Test
    void aNotificationIsMarkedAndContinuingOutputIsNot() {
        try (WindowHarness window = onAnotherScreen()) {
            window.agent().print("\r\nOverwrite package.json? [y/N] ");
            window.await("the mark", b -> marked(window));
            // The mark is removed only after the screen was quiet and did not read as a question.
            window.agent().print("\r\ncompiling\r\n");
            window.await("no mark", b -> !marked(window));
            window.agent().print("\u001b]777;notify;agent;done\u0007");
            window.await("the mark", b -> marked(window));
        }
    }

    @Test
    void aPromptAnsweredElsewhereIsNoLongerMarked() {
        try (WindowHarness window = onAnotherScreen()) {
            window.agent().print("\r\nPassword: ");
            window.await("the mark", b -> marked(window));
            window.agent().print("\r\nwelcome\r\n$ ");
            window.await("no mark", b -> !marked(window));
        }
    }

    private static WindowHarness onAnotherScreen() {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        window.awaitWords(List.of("shop"));
        ScreenCases.enter(window, "shop", ScreenKind.TERMINAL);
        window.awaitWords(List.of("zellij · main"));
        ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
        return window;
    }

    /// True if the tab of terminals shows that one waits.
    private static boolean marked(WindowHarness window) {
        Node tab = window.workbench().scene().getRoot().lookup(".screen-tab");
        return tab.lookup(".held") instanceof Label label && label.isVisible();
    }
}
