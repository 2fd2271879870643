package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.control.CheckBox;
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
            window.awaitWords(List.of("Environment accepted for all sandboxes of the project."));
            assertThat(window.agent().requests())
                    .contains("accept environment without [npm:vitest, port:6006] allowed [name:*.example.com]");
            window.awaitGone("was profile node 20");
        }
    }

    @Test
    void aProposalIsRejected() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            EnvironmentShots.docs(window);
            window.press(".reject-environment");
            window.awaitWords(List.of("You rejected this proposal. What you accepted before stays in effect."));
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
            window.awaitWords(List.of("Environment of atlas", "make setup"));
            window.press(".accept-environment");
            window.awaitWords(List.of("Environment accepted for all sandboxes of the project."));
            assertThat(window.agent().requests()).contains("accept environment without [] allowed []");
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
