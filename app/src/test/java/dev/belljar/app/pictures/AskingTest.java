package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.recorded.RecordedHost;
import dev.belljar.app.recorded.RecordedRules;
import dev.belljar.app.shell.Location;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Questions are answered by keys, go away when others answer, and what a machine says in them does nothing.
class AskingTest {
    @Test
    void aQuestionIsAllowedByOneKey() {
        try (WindowHarness booth = inbox()) {
            booth.key(KeyCode.A);
            booth.awaitWords(List.of(
                    "Allowed for this sandbox: api.github.com:443 (shop). 3 connections released.", "2 waiting"));
            assertThat(booth.agent().rules().wishes()).containsExactly("allow 6b1f04 sandbox");
        }
    }

    @Test
    void anotherScopeAndAnotherQuestionAreChosenWithTheArrows() {
        try (WindowHarness booth = inbox()) {
            booth.key(KeyCode.DOWN);
            booth.key(KeyCode.RIGHT);
            booth.key(KeyCode.D);
            booth.awaitWords(List.of("2 waiting"));
            assertThat(booth.agent().rules().wishes()).containsExactly("deny 6b1f05 project");
        }
    }

    @Test
    void onceIsAKeyOfItsOwn() {
        try (WindowHarness booth = inbox()) {
            booth.key(KeyCode.O);
            booth.awaitWords(List.of("2 waiting"));
            assertThat(booth.agent().rules().wishes()).containsExactly("allow 6b1f04 once");
        }
    }

    @Test
    void aKeyHeldDownAnswersOneQuestion() {
        try (WindowHarness booth = inbox()) {
            booth.hold(KeyCode.A);
            booth.awaitWords(List.of("2 waiting"));
            booth.hold(KeyCode.A);
            booth.hold(KeyCode.A);
            booth.settle();
            assertThat(booth.agent().rules().wishes()).hasSize(1);
        }
    }

    @Test
    void enterAllowsNothingAndLettersInAFieldAreLetters() {
        try (WindowHarness booth = inbox()) {
            booth.key(KeyCode.ENTER);
            booth.awaitField();
            booth.key(KeyCode.A);
            booth.key(KeyCode.D);
            booth.type("30");
            booth.settle();
            assertThat(booth.agent().rules().wishes()).isEmpty();
            booth.press(".question-card:chosen .allow");
            booth.awaitWords(List.of("2 waiting"));
            assertThat(booth.agent().rules().wishes()).containsExactly("allow 6b1f04 sandbox minutes 30");
        }
    }

    @Test
    void escapeLeavesTheQuestionsWaiting() {
        try (WindowHarness booth = inbox()) {
            booth.key(KeyCode.ESCAPE);
            booth.awaitGone("Waiting for you");
            assertThat(booth.words()).contains("3 waiting");
            assertThat(booth.agent().rules().wishes()).isEmpty();
        }
    }

    @Test
    void aCardAnsweredElsewhereGoesAwayAndSaysSo() {
        try (WindowHarness booth = inbox()) {
            booth.agent().rules().answerElsewhere("6b1f04", true);
            booth.awaitWords(
                    List.of("Already allowed in another window or terminal: api.github.com:443 (shop)", "2 waiting"));
            booth.agent().rules().expire("6b1f05");
            booth.awaitWords(List.of("Timed out and blocked", "1 waiting"));
            assertThat(booth.words()).doesNotContain("api.github.com:443");
        }
    }

    @Test
    void anAnswerThatComesTooLateSaysSo() {
        try (WindowHarness booth = inbox()) {
            booth.agent().rules().turnDeaf();
            booth.key(KeyCode.A);
            booth.awaitWords(List.of("Too late: api.github.com:443 (shop)"));
            assertThat(booth.agent().rules().wishes()).isEmpty();
        }
    }

    @Test
    void whatAMachineSaysIsShownAndNotDone() {
        try (WindowHarness booth = inbox()) {
            booth.agent().rules().ask(RecordedRules.hostile());
            booth.awaitWords(List.of("p\\x{430}ypal.com:443", "a\\x{202E}gnp.\\x{1B}[31mexe"));
        }
    }

    @Test
    void aHeldRowIsAnsweredInTheTableAndTheDockTellsOfOtherSandboxes() {
        try (WindowHarness booth = asking(ScreenKind.NETWORK)) {
            booth.awaitWords(List.of("denied in 0:24", "Waiting 2", "1 DNS lookup waiting"));
            booth.press(".dense-row .primary");
            booth.awaitWords(List.of("Waiting 1", "Allowed for this sandbox: 203.0.113.77:4444 (shop)"));
            assertThat(booth.agent().rules().wishes()).containsExactly("allow 6b1f06 sandbox");
        }
    }

    @Test
    void aMessageLeavesTheButtonsOfTheNextQuestionFree() {
        try (WindowHarness booth = WindowHarness.open(Scenario.ASKING, Theme.LIGHT)) {
            booth.awaitWords(List.of("api.github.com:443", "1 of 3"));
            booth.press(".dock .once");
            booth.awaitWords(List.of("Allowed", "1 of 2"));
            assertThat(top(booth, ".dock")).isGreaterThanOrEqualTo(bottom(booth, ".toast"));
        }
    }

    @Test
    void aWrongRuleIsToldAtItsField() {
        try (WindowHarness booth = asking(ScreenKind.NETWORK)) {
            booth.press(".policy-button");
            booth.awaitWords(List.of("Network policy of shop", "Organization"));
            booth.run(() -> {
                field(booth, 0).setText("a.example");
                field(booth, 1).setText("99999");
            });
            booth.press(".add-rule");
            booth.awaitWords(List.of("ports \"99999\": expected numbers from 1 to 65535"));
            booth.run(() -> field(booth, 1).setText("443"));
            booth.press(".add-rule");
            booth.awaitWords(List.of("a.example:443"));
            assertThat(booth.agent().rules().wishes()).contains("add allow a.example:443 SANDBOX");
        }
    }

    @Test
    void oneRuleOfAProposalIsTakenOver() {
        try (WindowHarness booth = asking(ScreenKind.NETWORK)) {
            booth.press(".policy-button");
            booth.awaitWords(List.of("Suggestions 3"));
            booth.part(".policy .segments", 1);
            booth.press(".take-over");
            booth.awaitWords(List.of("Suggestions 2"));
            assertThat(booth.agent().rules().wishes()).contains("add allow api.github.com:443 PROJECT");
        }
    }

    @Test
    void aProcessLeadsToItsConnectionsAndBack() {
        try (WindowHarness booth = asking(ScreenKind.NETWORK)) {
            booth.awaitWords(List.of("apt-get 1158"));
            booth.run(() -> booth.bench().model().seek(ScreenKind.NETWORK, "npm 1209"));
            booth.awaitGone("apt-get 1158");
            booth.run(() -> booth.bench().model().seek(ScreenKind.PROCESSES, "1236"));
            booth.awaitWords(List.of("Files written", "node scripts/fetch-binary.js"));
        }
    }

    @Test
    void theInboxClosesByEscapeAfterItsLastApprovalWasAnswered() {
        try (WindowHarness booth = inbox()) {
            booth.run(() -> booth.bench()
                    .scene()
                    .getRoot()
                    .lookup(".inbox .scroll-pane")
                    .requestFocus());
            for (int left = 2; left >= 0; left--) {
                booth.key(KeyCode.A);
                booth.awaitWords(left == 0 ? List.of("No requests") : List.of(left + " waiting"));
            }
            booth.key(KeyCode.ESCAPE);
            booth.awaitGone("Waiting for you");
        }
    }

    @Test
    void theInboxHasACloseButtonOfItsOwn() {
        try (WindowHarness booth = inbox()) {
            booth.press(".inbox .dialog-close");
            booth.awaitGone("Waiting for you");
            assertThat(booth.agent().rules().wishes()).isEmpty();
        }
    }

    @Test
    void oneKeyMovesTheKeyboardToTheDockAndLettersAnswerThere() {
        try (WindowHarness booth = asking(ScreenKind.PROCESSES)) {
            booth.awaitWords(List.of("api.github.com:443", "1 of 3", "fetch-binary.js (node 1236)"));
            booth.key(KeyCode.A);
            booth.settle();
            assertThat(booth.agent().rules().wishes()).as("the letter alone").isEmpty();
            booth.shortcut(KeyCode.A, true);
            booth.key(KeyCode.RIGHT);
            booth.awaitWords(List.of("2 of 3"));
            booth.key(KeyCode.LEFT);
            booth.key(KeyCode.D);
            booth.awaitWords(List.of("1 of 2"));
            assertThat(booth.agent().rules().wishes()).containsExactly("deny 6b1f04 sandbox");
        }
    }

    @Test
    void theDockShowsTheSandboxInFrontFirst() {
        try (WindowHarness booth = asking(ScreenKind.PROCESSES)) {
            booth.awaitWords(List.of("api.github.com:443", "1 of 3"));
            booth.run(() -> booth.bench().model().go(new Location.Inside("try-2", ScreenKind.NETWORK)));
            booth.awaitWords(List.of("1 of 2"));
            booth.run(() -> booth.bench().model().go(new Location.Home()));
            booth.awaitWords(List.of("1 of 3"));
        }
    }

    @Test
    void allCountdownsOfAnApprovalShowTheSameTimeAtTheSameMoment() {
        AtomicLong now = new AtomicLong(RecordedHost.CLOCK.millis());
        try (WindowHarness booth = WindowHarness.open(Scenario.ASKING, Theme.LIGHT, now::get)) {
            booth.awaitWords(List.of("denied in 0:24"));
            booth.run(() -> booth.bench().inbox());
            booth.awaitWords(List.of("Waiting for you"));
            now.addAndGet(13_000);
            booth.run(() -> booth.bench().tick());
            assertThat(booth.words().stream().filter(w -> w.contains("denied in 0:24")))
                    .isEmpty();
            assertThat(booth.words().stream().filter(w -> w.contains("denied in 0:11")))
                    .hasSize(2);
        }
    }

    private static double top(WindowHarness booth, String style) {
        return WindowHarness.call(() -> bounds(booth, style).getMinY());
    }

    private static double bottom(WindowHarness booth, String style) {
        return WindowHarness.call(() -> bounds(booth, style).getMaxY());
    }

    private static Bounds bounds(WindowHarness booth, String style) {
        Node node = booth.bench().scene().getRoot().lookup(style);
        return node.localToScene(node.getLayoutBounds());
    }

    private static TextField field(WindowHarness booth, int index) {
        return booth.bench().scene().getRoot().lookupAll(".rule-form .text-field").stream()
                .map(TextField.class::cast)
                .skip(index)
                .findFirst()
                .orElseThrow();
    }

    private static WindowHarness inbox() {
        WindowHarness booth = asking(ScreenKind.PROCESSES);
        AskingShots.inbox(booth);
        booth.await("the first card", b -> b.scene().getRoot().lookup(".question-card:chosen") != null);
        return booth;
    }

    private static WindowHarness asking(ScreenKind room) {
        WindowHarness booth = WindowHarness.open(Scenario.ASKING, Theme.LIGHT);
        booth.awaitWords(List.of("shop"));
        booth.run(() -> booth.bench().model().go(new Location.Inside("shop", room)));
        booth.awaitWords(List.of("Changes", "Sync"));
        return booth;
    }
}
