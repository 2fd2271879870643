package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.control.CheckBox;
import javafx.scene.control.PasswordField;
import javafx.scene.control.Spinner;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Tests of reviewing the environment of a project in the window.
class EnvironmentTest {
    @Test
    void theTickedItemsAreAccepted() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            EnvironmentShots.docs(window);
            window.run(() -> box(window, "npm vitest 3.2.4").setSelected(false));
            window.run(() -> box(window, "*.example.com").setSelected(true));
            window.press(".accept-environment");
            window.awaitWords(List.of("Environment accepted."));
            assertThat(window.agent().requests())
                    .contains("accept environment without [npm:vitest, port:6006] allowed [name:*.example.com]");
            window.awaitGone("was profile node 20");
            window.awaitGone("Environment changed");
        }
    }

    @Test
    void agentIsStartedInTheSession() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(window, "docs", ScreenKind.PROCESSES);
            window.choose("More actions for this sandbox", "Start agent…");
            window.awaitWords(List.of("Claude Code"));
            window.press(".start-claude");
            window.awaitWords(List.of("claude started in docs"));
            assertThat(window.agent().requests()).anyMatch(request -> request.startsWith("start claude in "));
        }
    }

    @Test
    void keyIsSavedFromTheListOfAgents() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(window, "docs", ScreenKind.PROCESSES);
            window.choose("More actions for this sandbox", "Start agent…");
            window.awaitWords(List.of("The secret OPENAI_API_KEY is not stored on this computer."));
            window.run(() -> field(window).setText("the-key"));
            window.press(".save-codex");
            window.await("the key", _ -> window.agent().rules().requests().contains("keep OPENAI_API_KEY"));
        }
    }

    private static PasswordField field(WindowHarness window) {
        return (PasswordField) window.workbench().scene().getRoot().lookup(".start-agent .password-field");
    }

    @Test
    void enterDoesNotAccept() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            EnvironmentShots.docs(window);
            window.run(() -> box(window, "npm vitest 3.2.4").requestFocus());
            window.key(KeyCode.ENTER);
            window.settle();
            assertThat(window.agent().requests()).noneMatch(request -> request.contains("environment"));
        }
    }

    @Test
    void theBadgeOpensTheReview() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(window, "docs", ScreenKind.PROCESSES);
            window.awaitWords(List.of("Environment changed"));
            window.click(".environment-badge");
            window.awaitWords(List.of("Environment for docs", "npm vitest 3.2.4"));
        }
    }

    @Test
    void aTemplateIsMadeAndRemoved() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            EnvironmentShots.docs(window);
            window.awaitWords(List.of("Refresh template"));
            window.press(".make-template");
            window.press(".remove-template");
            window.await("both requests", b -> window.agent().requests().contains("remove template"));
            assertThat(window.agent().requests()).contains("refresh template");
        }
    }

    @Test
    void aProposalIsRejected() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            EnvironmentShots.docs(window);
            window.press(".reject-environment");
            window.awaitWords(List.of("You rejected this proposal. What you accepted earlier stays in effect."));
            assertThat(window.agent().requests()).contains("reject environment d1changed");
        }
    }

    @Test
    void aSetupIsBegunAndCancelled() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            EnvironmentShots.docs(window);
            window.awaitWords(List.of("Set up again"));
            window.press(".begin-setup");
            window.awaitWords(List.of("Step 2 of 3: Install libpng-dev", "Cancel setup"));
            window.press(".cancel-setup");
            window.awaitWords(List.of("Set up again"));
            assertThat(window.agent().requests()).containsSubsequence("begin setup", "cancel setup");
        }
    }

    @Test
    void theEnvironmentOfANewProjectIsReviewedBeforeItIsAdded() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            EnvironmentShots.atlas(window);
            window.press(".review-environment");
            window.awaitWords(List.of("Environment for atlas", "make setup"));
            window.press(".accept-environment");
            window.awaitWords(List.of("Environment accepted."));
            assertThat(window.agent().requests()).contains("accept environment without [] allowed []");
            window.key(KeyCode.ESCAPE);
            window.awaitGone("make setup");
            window.awaitWords(List.of("Add atlas", "Environment accepted"));
            window.await(
                    "the limits of the environment",
                    b -> b.scene().getRoot().lookupAll(".spinner").stream()
                            .map(Spinner.class::cast)
                            .anyMatch(spinner -> Integer.valueOf(12_288).equals(spinner.getValue())));
        }
    }

    private static CheckBox box(WindowHarness window, String name) {
        return window.workbench().scene().getRoot().lookupAll(".environment .check-box").stream()
                .map(CheckBox.class::cast)
                .filter(box -> name.equals(box.getAccessibleText()))
                .findFirst()
                .orElseThrow();
    }
}
