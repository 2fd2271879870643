package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Tests how the window reacts to keys and to changes elsewhere.
class WindowTest {
    @Test
    void aDialogOfASandboxDestroyedElsewhereClosesItselfAndSaysWhy() {
        try (WindowHarness window = inside(ScreenKind.CHANGES, 1440, 900)) {
            window.choose("More actions for this sandbox", "Storage…");
            window.awaitWords(List.of("Quota per sandbox"));
            window.agent().lose("shop");
            window.run(() -> window.workbench().refresh());
            window.awaitWords(List.of("“shop” was destroyed while this dialog was open"));
            assertThat(window.words()).noneMatch(w -> w.contains("Quota per sandbox"));
            assertThat(window.workbench().overlay().busy()).isFalse();
        }
    }

    @Test
    void enterShowsDetailsOverANarrowTableAndEscapeHidesThem() {
        try (WindowHarness window = inside(ScreenKind.PROCESSES, 1000, 700)) {
            window.chooseRow("node", 1236);
            assertThat(seen(window, ".details")).isFalse();
            window.key(KeyCode.ENTER);
            assertThat(seen(window, ".details")).isTrue();
            window.key(KeyCode.ESCAPE);
            assertThat(seen(window, ".details")).isFalse();
        }
    }

    @Test
    void aWideTableShowsTheDetailsOfTheSelectedRowBesideIt() {
        try (WindowHarness window = inside(ScreenKind.PROCESSES, 1440, 900)) {
            window.awaitWords(List.of("systemd"));
            assertThat(seen(window, ".details")).isFalse();
            window.chooseRow("node", 1236);
            assertThat(seen(window, ".details")).isTrue();
        }
    }

    @Test
    void aClickOnTheSearchBelowTheProjectsOpensThePalette() {
        try (WindowHarness window = inside(ScreenKind.PROCESSES, 1440, 900)) {
            assertThat(seen(window, ".palette-query")).isFalse();
            window.click(".open-palette");
            assertThat(seen(window, ".palette-query")).isTrue();
        }
    }

    @Test
    void typingOverATableFiltersIt() {
        try (WindowHarness window = inside(ScreenKind.NETWORK, 1440, 900)) {
            window.awaitWords(List.of("node 1236"));
            // Rows below the pointer stay where they are, unless the user asks for others.
            window.hover(".list-view");
            window.type("apt");
            window.awaitGone("node 1236");
            window.awaitWords(List.of("apt-get 1158"));
        }
    }

    @Test
    void typingFiltersConnectionsThatCameLate() {
        CountDownLatch release = new CountDownLatch(1);
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            window.agent().holdFlows(release);
            window.awaitWords(List.of("shop"));
            window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", ScreenKind.NETWORK)));
            window.awaitWords(List.of("No connections yet"));
            release.countDown();
            window.awaitWords(List.of("node 1236"));
            window.type("apt");
            window.awaitGone("node 1236");
        } finally {
            release.countDown();
        }
    }

    @Test
    void aReviewIsReadAgainWheneverItsScreenIsOpened() {
        CountDownLatch release = new CountDownLatch(1);
        try (WindowHarness window = inside(ScreenKind.CHANGES, 1440, 900)) {
            window.awaitWords(List.of("legacyPromo.ts"));
            window.awaitGone("Fetching…");
            window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", ScreenKind.LOG)));
            window.awaitGone("legacyPromo.ts");
            window.agent().holdReviews(release);
            window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", ScreenKind.CHANGES)));
            window.awaitWords(List.of("legacyPromo.ts", "Fetching…"));
            release.countDown();
            window.awaitGone("Fetching…");
        } finally {
            release.countDown();
        }
    }

    @Test
    void aStoppedHostAgentIsStartedOnlyOnRequest() {
        try (WindowHarness window = inside(ScreenKind.LOG, 1440, 900)) {
            window.agent().leave();
            window.run(() -> window.workbench().refresh());
            window.awaitWords(List.of("The host agent is stopped", "Start host agent"));
            window.press(".outage .button");
            window.awaitWords(List.of("Starting the host agent…"));
        }
    }

    @Test
    void aSnapshotIsTakenWithItsNameAndReported() {
        try (WindowHarness window = inside(ScreenKind.PROCESSES, 1440, 900)) {
            window.run(() -> window.workbench().snapshot());
            window.awaitWords(List.of("Snapshot of shop"));
            window.awaitField();
            window.type("green");
            window.press(".take");
            window.awaitWords(List.of("Saved", "Snapshot “green” of shop taken"));
            assertThat(window.agent().requests()).contains("snapshot sb-shop");
        }
    }

    @Test
    void aSnapshotIsBranchedByTheKeyboardAlone() {
        try (WindowHarness window = inside(ScreenKind.SNAPSHOTS, 1440, 900)) {
            window.awaitWords(List.of("tests green"));
            window.run(() ->
                    window.workbench().scene().getRoot().lookup(".tree-drawing").requestFocus());
            window.key(KeyCode.LEFT);
            window.awaitWords(List.of("41 tests, all pass"));
            window.key(KeyCode.LEFT);
            window.awaitWords(List.of("Branched twice"));
            window.key(KeyCode.B);
            window.awaitWords(List.of("Branch from “before coupons”"));
            window.key(KeyCode.ENTER);
            window.awaitWords(List.of("try-1, try-2 started from before coupons"));
            assertThat(window.agent().requests()).contains("branch s4 3");
        }
    }

    @Test
    void arrowsAndEnterChooseTheSecondSnapshot() {
        try (WindowHarness window = inside(ScreenKind.SNAPSHOTS, 1440, 900)) {
            window.awaitWords(List.of("tests green"));
            window.run(() ->
                    window.workbench().scene().getRoot().lookup(".tree-drawing").requestFocus());
            window.key(KeyCode.LEFT);
            window.key(KeyCode.C);
            window.awaitWords(List.of("Pick a snapshot to compare with"));
            window.key(KeyCode.LEFT);
            window.key(KeyCode.ENTER);
            window.awaitWords(List.of("All changes", "before coupons", "tests green", "total.ts"));
            window.key(KeyCode.ESCAPE);
            window.awaitGone("All changes");
        }
    }

    @Test
    void aDestroyedSandboxCanBeRestoredAtOnce() {
        try (WindowHarness window = inside(ScreenKind.PROCESSES, 1440, 900)) {
            window.choose("More actions for this sandbox", "Move to trash…");
            window.press(".danger-fill");
            window.awaitWords(List.of("was moved to the trash"));
            window.press(".toast .button");
            window.awaitWords(List.of("was restored from the trash"));
            assertThat(window.agent().requests()).contains("destroy sb-shop", "restore sb-shop");
        }
    }

    @Test
    void stoppingHibernatesUnlessItIsShutDown() {
        try (WindowHarness window = inside(ScreenKind.PROCESSES, 1440, 900)) {
            window.choose("More actions for this sandbox", "Hibernate");
            window.choose("More actions for this sandbox", "Shut down");
            window.await(
                    "both", b -> window.agent().requests().containsAll(List.of("hibernate sb-shop", "stop sb-shop")));
        }
    }

    @Test
    void theSidebarShowsBranchesBeneathTheirProject() {
        try (WindowHarness window = inside(ScreenKind.PROCESSES, 1440, 900)) {
            window.awaitWords(List.of("try-1", "try-2"));
            List<String> side = WindowHarness.call(() -> {
                List<String> words = new java.util.ArrayList<>();
                WindowHarness.read(
                        (javafx.scene.Parent)
                                window.workbench().scene().getRoot().lookup(".sidebar"),
                        words);
                return words;
            });
            assertThat(side).containsSubsequence("shop", "try-1", "try-2", "api");
        }
    }

    @Test
    void theGuaranteesOfASandboxAreShownInFull() {
        String promise = "Every packet goes to the host agent; only connections that a rule allows are forwarded.";
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT, 1440, 900)) {
            window.awaitWords(List.of("shop"));
            window.run(() -> window.workbench().model().go(new Location.DoctorScreen()));
            window.awaitWords(List.of(promise));
            window.settle();
            List<Boolean> cut =
                    WindowHarness.call(() -> window.workbench().scene().getRoot().lookupAll(".label").stream()
                            .filter(node -> node instanceof Label label && promise.equals(label.getText()))
                            .map(node -> DrawnScreens.isCut((Label) node))
                            .toList());
            assertThat(cut).containsExactly(false);
        }
    }

    private static boolean seen(WindowHarness window, String style) {
        window.settle();
        return WindowHarness.call(() -> {
            Node node = window.workbench().scene().getRoot().lookup(style);
            return node != null && node.isVisible();
        });
    }

    private static WindowHarness inside(ScreenKind screen, int width, int height) {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT, width, height);
        window.awaitWords(List.of("shop"));
        window.run(() -> window.workbench().model().go(new Location.SandboxScreen("shop", screen)));
        window.awaitWords(List.of("Changes", "Emulated"));
        return window;
    }
}
