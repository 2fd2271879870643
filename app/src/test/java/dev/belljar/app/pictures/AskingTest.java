package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.RecordedHost;
import dev.belljar.app.recorded.RecordedRules;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.kordamp.ikonli.feather.Feather;

/// Tests that approvals are answered by keys and disappear when answered elsewhere, and that text of the
/// guest in them has no effect.
@Tag("slow")
class AskingTest {
    @Test
    void anApprovalIsAllowedByOneKey() {
        try (WindowHarness window = inbox()) {
            window.key(KeyCode.A);
            window.awaitWords(List.of(
                    "Allowed for this sandbox: api.github.com:443 (shop). 3 connections released.", "2 waiting"));
            assertThat(window.agent().rules().requests()).containsExactly("allow 6b1f04 sandbox");
        }
    }

    @Test
    void arrowsChooseTheScopeAndTheApproval() {
        try (WindowHarness window = inbox()) {
            window.key(KeyCode.DOWN);
            window.key(KeyCode.RIGHT);
            window.key(KeyCode.D);
            window.awaitWords(List.of("2 waiting"));
            assertThat(window.agent().rules().requests()).containsExactly("deny 6b1f05 project");
        }
    }

    @Test
    void theKeyOAllowsOnce() {
        try (WindowHarness window = inbox()) {
            window.key(KeyCode.O);
            window.awaitWords(List.of("2 waiting"));
            assertThat(window.agent().rules().requests()).containsExactly("allow 6b1f04 once");
        }
    }

    @Test
    void aKeyHeldDownAnswersOneApproval() {
        try (WindowHarness window = inbox()) {
            window.hold(KeyCode.A);
            window.awaitWords(List.of("2 waiting"));
            window.hold(KeyCode.A);
            window.hold(KeyCode.A);
            window.settle();
            assertThat(window.agent().rules().requests()).hasSize(1);
        }
    }

    @Test
    void enterAllowsNothingAndLettersInAFieldAnswerNothing() {
        try (WindowHarness window = inbox()) {
            window.key(KeyCode.ENTER);
            window.awaitField();
            window.key(KeyCode.A);
            window.key(KeyCode.D);
            window.type("30");
            window.settle();
            assertThat(window.agent().rules().requests()).isEmpty();
            window.press(".approval-card:chosen .allow");
            window.awaitWords(List.of("2 waiting"));
            assertThat(window.agent().rules().requests()).containsExactly("allow 6b1f04 sandbox minutes 30");
        }
    }

    @Test
    void escapeLeavesTheApprovalsWaiting() {
        try (WindowHarness window = inbox()) {
            window.key(KeyCode.ESCAPE);
            window.awaitGone("Waiting for you");
            assertThat(window.words()).contains("3 waiting");
            assertThat(window.agent().rules().requests()).isEmpty();
        }
    }

    @Test
    void anApprovalAnsweredElsewhereIsRemovedWithAMessage() {
        try (WindowHarness window = inbox()) {
            window.agent().rules().answerElsewhere("6b1f04", true);
            window.awaitWords(
                    List.of("Already allowed in another window or terminal: api.github.com:443 (shop)", "2 waiting"));
            window.agent().rules().expire("6b1f05");
            window.awaitWords(List.of("Timed out and blocked", "1 waiting"));
            assertThat(window.words()).doesNotContain("api.github.com:443");
        }
    }

    @Test
    void aLateAnswerIsReported() {
        try (WindowHarness window = inbox()) {
            window.agent().rules().turnDeaf();
            window.key(KeyCode.A);
            window.awaitWords(List.of("Too late: the request for api.github.com:443 (shop)"));
            assertThat(window.agent().rules().requests()).isEmpty();
        }
    }

    @Test
    void controlCharactersFromAGuestAreShownAsCodes() {
        try (WindowHarness window = inbox()) {
            window.agent().rules().ask(RecordedRules.hostile());
            window.awaitWords(List.of("p\\x{430}ypal.com:443", "a\\x{202E}gnp.\\x{1B}[31mexe"));
        }
    }

    @Test
    void aHeldRowIsAnsweredInTheNetworkTable() {
        try (WindowHarness window = asking(ScreenKind.NETWORK)) {
            window.awaitWords(List.of("denied in 0:24", "Waiting 2", "1 DNS query waiting"));
            window.press(".dense-row .for-sandbox");
            window.awaitWords(List.of("Waiting 1", "Allowed for this sandbox: 203.0.113.77:4444 (shop)"));
            assertThat(window.agent().rules().requests()).containsExactly("allow 6b1f06 sandbox");
        }
    }

    @Test
    void aMessageDoesNotCoverTheNextApprovalsButtons() {
        try (WindowHarness window = WindowHarness.open(Scenario.ASKING, Theme.LIGHT)) {
            window.awaitWords(List.of("api.github.com:443", "1 of 3"));
            window.press(".dock .once");
            window.awaitWords(List.of("Allowed", "1 of 2"));
            assertThat(top(window, ".dock")).isGreaterThanOrEqualTo(bottom(window, ".toast"));
        }
    }

    @Test
    void aMessageDoesNotCoverTheReviewsButtons() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
            window.awaitWords(List.of("Sync to"));
            window.run(() -> window.workbench().overlay().say(Feather.INFO, "A message", "accent"));
            window.awaitWords(List.of("A message"));
            double lower = top(window, ".target-bar");
            assertThat(lower).isGreaterThanOrEqualTo(bottom(window, ".toast"));
            ScreenCases.enter(window, "shop", ScreenKind.PROCESSES);
            window.settle();
            assertThat(bottom(window, ".toast")).isGreaterThan(lower);
        }
    }

    @Test
    void theDockIsHiddenWhileTheInboxShowsTheSameApproval() {
        try (WindowHarness window = inbox()) {
            assertThat(dockVisible(window)).isFalse();
            window.key(KeyCode.ESCAPE);
            window.awaitWords(List.of("1 of 3"));
            assertThat(dockVisible(window)).isTrue();
        }
    }

    @Test
    void aWrongRuleIsReportedAtItsField() {
        try (WindowHarness window = asking(ScreenKind.NETWORK)) {
            window.press(".policy-button");
            window.awaitWords(List.of("Network policy for shop", "Organization"));
            window.run(() -> {
                field(window, 0).setText("a.example");
                field(window, 1).setText("99999");
            });
            window.press(".add-rule");
            window.awaitWords(List.of("ports \"99999\": expected numbers from 1 to 65535"));
            window.run(() -> field(window, 1).setText("443"));
            window.press(".add-rule");
            window.awaitWords(List.of("a.example:443"));
            assertThat(window.agent().rules().requests()).contains("add allow a.example:443 SANDBOX");
        }
    }

    @Test
    void oneRuleOfAProposalIsAdopted() {
        try (WindowHarness window = asking(ScreenKind.NETWORK)) {
            window.press(".policy-button");
            window.awaitWords(List.of("Suggestions 3"));
            window.part(".policy .segments", 1);
            window.press(".take-over");
            window.awaitWords(List.of("Suggestions 2"));
            assertThat(window.agent().rules().requests()).contains("add allow api.github.com:443 PROJECT");
        }
    }

    @Test
    void aProcessLeadsToItsConnectionsAndBack() {
        try (WindowHarness window = asking(ScreenKind.NETWORK)) {
            window.awaitWords(List.of("apt-get 1158"));
            window.run(() -> window.workbench().model().seek(ScreenKind.NETWORK, "npm 1209"));
            window.awaitGone("apt-get 1158");
            window.run(() -> window.workbench().model().seek(ScreenKind.PROCESSES, "1236"));
            window.awaitWords(List.of("Files written", "node scripts/fetch-binary.js"));
        }
    }

    @Test
    void theInboxClosesByEscapeAfterItsLastApprovalWasAnswered() {
        try (WindowHarness window = inbox()) {
            window.run(() -> window.workbench()
                    .scene()
                    .getRoot()
                    .lookup(".inbox .scroll-pane")
                    .requestFocus());
            for (int left = 2; left >= 0; left--) {
                window.key(KeyCode.A);
                int cards = left;
                // The sidebar may count an answer before the inbox shows it.
                window.await(
                        left + " requests in the inbox",
                        b -> b.scene()
                                        .getRoot()
                                        .lookupAll(".inbox .approval-card")
                                        .size()
                                == cards);
            }
            window.awaitWords(List.of("No requests"));
            window.key(KeyCode.ESCAPE);
            window.awaitGone("Waiting for you");
        }
    }

    @Test
    void theCloseButtonOfTheInboxAnswersNothing() {
        try (WindowHarness window = inbox()) {
            window.press(".inbox .dialog-close");
            window.awaitGone("Waiting for you");
            assertThat(window.agent().rules().requests()).isEmpty();
        }
    }

    @Test
    void aShortcutFocusesTheDockAndLettersAnswerThere() {
        try (WindowHarness window = asking(ScreenKind.PROCESSES)) {
            window.awaitWords(List.of("api.github.com:443", "1 of 3", "fetch-binary.js (node 1236)"));
            window.key(KeyCode.A);
            window.settle();
            assertThat(window.agent().rules().requests()).as("the letter alone").isEmpty();
            window.shortcut(KeyCode.A, true);
            window.key(KeyCode.RIGHT);
            window.awaitWords(List.of("2 of 3"));
            window.key(KeyCode.LEFT);
            window.key(KeyCode.D);
            window.awaitWords(List.of("1 of 2"));
            assertThat(window.agent().rules().requests()).containsExactly("deny 6b1f04 sandbox");
        }
    }

    @Test
    void theDockCountsTheApprovalsOfOtherSandboxes() {
        try (WindowHarness window = asking(ScreenKind.PROCESSES)) {
            window.awaitWords(List.of("api.github.com:443", "1 of 3"));
            window.run(() -> window.workbench().model().go(new Location.SandboxScreen("try-2", ScreenKind.NETWORK)));
            window.awaitWords(List.of("1 of 2"));
            window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
            window.awaitWords(List.of("1 of 3"));
        }
    }

    @Test
    void allCountdownsOfAnApprovalShowTheSameTime() {
        AtomicLong now = new AtomicLong(RecordedHost.CLOCK.millis());
        try (WindowHarness window = WindowHarness.open(Scenario.ASKING, Theme.LIGHT, now::get)) {
            window.awaitWords(List.of("denied in 0:24"));
            window.run(() -> window.workbench().inbox());
            window.awaitWords(List.of("Waiting for you"));
            now.addAndGet(13_000);
            window.run(() -> window.workbench().tick());
            assertThat(window.words().stream().filter(w -> w.contains("denied in 0:24")))
                    .isEmpty();
            assertThat(window.words().stream().filter(w -> w.contains("denied in 0:11")))
                    .hasSize(1);
            window.key(KeyCode.ESCAPE);
            window.awaitGone("Waiting for you");
            window.awaitWords(List.of("denied in 0:11"));
        }
    }

    private static double top(WindowHarness window, String style) {
        return WindowHarness.call(() -> bounds(window, style).getMinY());
    }

    private static double bottom(WindowHarness window, String style) {
        return WindowHarness.call(() -> bounds(window, style).getMaxY());
    }

    private static Bounds bounds(WindowHarness window, String style) {
        Node node = window.workbench().scene().getRoot().lookup(style);
        return node.localToScene(node.getLayoutBounds());
    }

    private static TextField field(WindowHarness window, int index) {
        return window.workbench().scene().getRoot().lookupAll(".rule-form .text-field").stream()
                .map(TextField.class::cast)
                .skip(index)
                .findFirst()
                .orElseThrow();
    }

    private static boolean dockVisible(WindowHarness window) {
        return WindowHarness.call(
                () -> window.workbench().scene().getRoot().lookup(".dock").isVisible());
    }

    private static WindowHarness inbox() {
        WindowHarness window = asking(ScreenKind.PROCESSES);
        AskingShots.inbox(window);
        window.await("the first card", b -> b.scene().getRoot().lookup(".approval-card:chosen") != null);
        return window;
    }

    private static WindowHarness asking(ScreenKind screen) {
        WindowHarness window = WindowHarness.open(Scenario.ASKING, Theme.LIGHT);
        window.awaitWords(List.of("shop"));
        window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", screen)));
        window.awaitWords(List.of("Changes", "Emulated"));
        return window;
    }
}
