package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.Location;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// What the window does when keys are pressed and things happen elsewhere.
class WindowTest {
    @Test
    void aReviewOfASandboxDestroyedElsewhereClosesItselfAndSaysWhy() {
        try (WindowHarness booth = inside(ScreenKind.CHANGES, 1440, 900)) {
            booth.press(".sync");
            booth.awaitWords(List.of("Sync changes from shop"));
            booth.agent().lose("shop");
            booth.run(() -> booth.bench().refresh());
            booth.awaitWords(List.of("“shop” was deleted while this was open"));
            assertThat(booth.words()).noneMatch(w -> w.contains("Sync changes from"));
            assertThat(booth.bench().overlay().busy()).isFalse();
        }
    }

    @Test
    void detailsSlideOverANarrowTableByEnterAndAwayByEscape() {
        try (WindowHarness booth = inside(ScreenKind.PROCESSES, 1000, 700)) {
            booth.chooseRow("node", 1236);
            assertThat(seen(booth, ".details")).isFalse();
            booth.key(KeyCode.ENTER);
            assertThat(seen(booth, ".details")).isTrue();
            booth.key(KeyCode.ESCAPE);
            assertThat(seen(booth, ".details")).isFalse();
        }
    }

    @Test
    void detailsStandBesideAWideTableOnceThereIsSomethingToTell() {
        try (WindowHarness booth = inside(ScreenKind.PROCESSES, 1440, 900)) {
            booth.awaitWords(List.of("systemd"));
            assertThat(seen(booth, ".details")).isFalse();
            booth.chooseRow("node", 1236);
            assertThat(seen(booth, ".details")).isTrue();
        }
    }

    @Test
    void whatIsTypedOverATableFiltersIt() {
        try (WindowHarness booth = inside(ScreenKind.NETWORK, 1440, 900)) {
            booth.awaitWords(List.of("node 1236"));
            booth.type("apt");
            booth.awaitGone("node 1236");
            booth.awaitWords(List.of("apt-get 1158"));
        }
    }

    @Test
    void aStoppedAgentIsStartedOnlyWhenThePersonWantsIt() {
        try (WindowHarness booth = inside(ScreenKind.LOG, 1440, 900)) {
            booth.agent().leave();
            booth.run(() -> booth.bench().refresh());
            booth.awaitWords(List.of("The host agent is stopped", "Start agent"));
            booth.press(".outage .button");
            booth.awaitWords(List.of("Starting the host agent…"));
        }
    }

    @Test
    void aSnapshotIsTakenByKeyAndSaysHowLongTheMachineStoodStill() {
        try (WindowHarness booth = inside(ScreenKind.PROCESSES, 1440, 900)) {
            booth.run(() -> booth.bench().snapshot());
            booth.awaitWords(List.of("Snapshot of shop"));
            booth.awaitField();
            booth.type("green");
            booth.press(".take");
            booth.awaitWords(List.of("Saved", "Snapshot “green” of shop taken"));
            assertThat(booth.agent().wishes()).contains("snapshot sb-shop");
        }
    }

    @Test
    void aMomentIsBranchedByTheKeyboardAlone() {
        try (WindowHarness booth = inside(ScreenKind.SNAPSHOTS, 1440, 900)) {
            booth.awaitWords(List.of("tests green"));
            booth.run(() ->
                    booth.bench().scene().getRoot().lookup(".tree-drawing").requestFocus());
            booth.key(KeyCode.LEFT);
            booth.awaitWords(List.of("41 tests, all pass"));
            booth.key(KeyCode.LEFT);
            booth.awaitWords(List.of("Branched twice"));
            booth.key(KeyCode.B);
            booth.awaitWords(List.of("Branch from “before coupons”"));
            booth.key(KeyCode.ENTER);
            booth.awaitWords(List.of("try-1, try-2 started from before coupons"));
            assertThat(booth.agent().wishes()).contains("branch s4 3");
        }
    }

    @Test
    void theSecondMomentOfAComparisonIsChosenWithArrowsAndEnter() {
        try (WindowHarness booth = inside(ScreenKind.SNAPSHOTS, 1440, 900)) {
            booth.awaitWords(List.of("tests green"));
            booth.run(() ->
                    booth.bench().scene().getRoot().lookup(".tree-drawing").requestFocus());
            booth.key(KeyCode.LEFT);
            booth.key(KeyCode.C);
            booth.awaitWords(List.of("Pick a snapshot to compare with"));
            booth.key(KeyCode.LEFT);
            booth.key(KeyCode.ENTER);
            booth.awaitWords(List.of("All changes", "before coupons", "tests green", "total.ts"));
            booth.key(KeyCode.ESCAPE);
            booth.awaitGone("All changes");
        }
    }

    @Test
    void aDestroyedSandboxCanBeTakenBackAtOnce() {
        try (WindowHarness booth = inside(ScreenKind.PROCESSES, 1440, 900)) {
            booth.choose("More for this sandbox", "Move to trash…");
            booth.press(".danger-fill");
            booth.awaitWords(List.of("is in the trash"));
            booth.press(".toast .button");
            booth.awaitWords(List.of("is back, as it was"));
            assertThat(booth.agent().wishes()).contains("destroy sb-shop", "restore sb-shop");
        }
    }

    @Test
    void stoppingHibernatesUnlessItIsShutDown() {
        try (WindowHarness booth = inside(ScreenKind.PROCESSES, 1440, 900)) {
            booth.choose("More for this sandbox", "Hibernate");
            booth.choose("More for this sandbox", "Shut down");
            booth.await("both", b -> booth.agent().wishes().containsAll(List.of("hibernate sb-shop", "stop sb-shop")));
        }
    }

    @Test
    void branchesStandBeneathTheirProjectInTheSidebar() {
        try (WindowHarness booth = inside(ScreenKind.PROCESSES, 1440, 900)) {
            booth.awaitWords(List.of("try-1", "try-2"));
            List<String> side = WindowHarness.call(() -> {
                List<String> words = new java.util.ArrayList<>();
                WindowHarness.read(
                        (javafx.scene.Parent) booth.bench().scene().getRoot().lookup(".sidebar"), words);
                return words;
            });
            assertThat(side).containsSubsequence("shop", "try-1", "try-2", "api");
        }
    }

    @Test
    void whatASandboxPromisesIsToldWhole() {
        String promise = "Every packet ends in the host agent; only connections that a rule allows are forwarded.";
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT, 1440, 900)) {
            booth.awaitWords(List.of("shop"));
            booth.run(() -> booth.bench().model().go(new Location.Doctor()));
            booth.awaitWords(List.of(promise));
            booth.settle();
            List<Boolean> cut = WindowHarness.call(() -> booth.bench().scene().getRoot().lookupAll(".label").stream()
                    .filter(node -> node instanceof Label label && promise.equals(label.getText()))
                    .map(node -> DrawnScreens.isCut((Label) node))
                    .toList());
            assertThat(cut).containsExactly(false);
        }
    }

    private static boolean seen(WindowHarness booth, String style) {
        booth.settle();
        return WindowHarness.call(() -> {
            Node node = booth.bench().scene().getRoot().lookup(style);
            return node != null && node.isVisible();
        });
    }

    private static WindowHarness inside(ScreenKind room, int width, int height) {
        WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT, width, height);
        booth.awaitWords(List.of("shop"));
        booth.run(() -> booth.bench().model().go(new Location.Inside("shop", room)));
        booth.awaitWords(List.of("Changes", "Sync"));
        return booth;
    }
}
