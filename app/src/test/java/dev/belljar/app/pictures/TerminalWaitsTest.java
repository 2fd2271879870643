package dev.belljar.app.pictures;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;

/// A terminal nobody looks at is marked when its program waits, until somebody looks.
class TerminalWaitsTest {
    @Test
    void aQuestionInATabNobodyLooksAtIsMarkedUntilItIsLookedAt() {
        try (WindowHarness booth = elsewhere()) {
            booth.agent().print("\r\nOverwrite package.json? [y/N] ");
            booth.await("the mark", b -> held(booth));
            ScreenCases.enter(booth, "shop", ScreenKind.TERMINAL);
            booth.await("no mark", b -> !held(booth));
        }
    }

    @Test
    void aNotificationIsMarkedAndWhatGoesOnIsNot() {
        try (WindowHarness booth = elsewhere()) {
            booth.agent().print("\r\nOverwrite package.json? [y/N] ");
            booth.await("the mark", b -> held(booth));
            // Only a screen that was quiet and read as no question takes it away.
            booth.agent().print("\r\ncompiling\r\n");
            booth.await("no mark", b -> !held(booth));
            booth.agent().print("\u001b]777;notify;agent;done\u0007");
            booth.await("the mark", b -> held(booth));
        }
    }

    @Test
    void aQuestionThatIsAnsweredElsewhereIsMarkedNoMore() {
        try (WindowHarness booth = elsewhere()) {
            booth.agent().print("\r\nPassword: ");
            booth.await("the mark", b -> held(booth));
            booth.agent().print("\r\nwelcome\r\n$ ");
            booth.await("no mark", b -> !held(booth));
        }
    }

    private static WindowHarness elsewhere() {
        WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        booth.awaitWords(List.of("shop"));
        ScreenCases.enter(booth, "shop", ScreenKind.TERMINAL);
        booth.awaitWords(List.of("zellij · main"));
        ScreenCases.enter(booth, "shop", ScreenKind.PROCESSES);
        return booth;
    }

    /// Whether the tab of terminals says that one waits.
    private static boolean held(WindowHarness booth) {
        Node tab = booth.bench().scene().getRoot().lookup(".room-tab");
        return tab.lookup(".held") instanceof Label label && label.isVisible();
    }
}
