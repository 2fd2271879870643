package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.Location;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.junit.jupiter.api.Test;

/// What runs in a terminal goes on wherever in the window the person goes.
class TerminalsStayTest {
    @Test
    void aShellIsThereAsItWasWhenThePersonComesBack() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            booth.awaitWords(List.of("shop"));
            ScreenCases.enter(booth, "shop", ScreenKind.TERMINAL);
            booth.awaitWords(List.of("zellij · main"));
            booth.shell();
            booth.awaitWords(List.of("shell"));
            booth.await("both terminals", b -> booth.agent().terminals() == 2);
            booth.run(() -> booth.bench().model().go(new Location.Home()));
            booth.awaitGone("zellij · main");
            ScreenCases.enter(booth, "shop", ScreenKind.TERMINAL);
            booth.awaitWords(List.of("zellij · main", "shell"));
            booth.settle();
            assertThat(booth.agent().terminals()).isEqualTo(2);
        }
    }

    @Test
    void aQuestionInATerminalIsMarkedInTheSidebarWhereverThePersonIs() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            booth.awaitWords(List.of("shop"));
            ScreenCases.enter(booth, "shop", ScreenKind.TERMINAL);
            booth.awaitWords(List.of("zellij · main"));
            booth.run(() -> booth.bench().model().go(new Location.Home()));
            booth.awaitGone("zellij · main");
            int before = WindowHarness.call(() -> held(booth));
            booth.agent().print("\r\nOverwrite package.json? [y/N] ");
            booth.await("the mark", b -> held(booth) == before + 1);
            ScreenCases.enter(booth, "shop", ScreenKind.TERMINAL);
            booth.await("no mark", b -> held(booth) == before);
        }
    }

    /// What waits in the sandbox, as its row of the sidebar counts it.
    private static int held(WindowHarness booth) {
        return booth.bench().scene().getRoot().lookupAll(".side-row").stream()
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
