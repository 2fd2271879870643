package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Tests that the name of a selected file is shown at once, that a file seen before is shown without loading,
/// and that a file that could run on the host must be read before it can be included.
@Tag("slow")
class FileLoadingTest {
    private static final String RISK = "it runs on a build server, often with access to secrets";

    @Test
    void aSelectedFileIsNamedAtOnceAndFetchedOnlyOnce() {
        try (WindowHarness window = changes()) {
            window.chooseChange("src/cart/total.ts");
            window.awaitGone("Loading total.ts…");
            window.await(
                    "the next file", b -> window.agent().requests().contains("hunks sb-shop src/cart/coupon.test.ts"));
            window.settle();
            CountDownLatch release = new CountDownLatch(1);
            window.agent().holdFiles(release);
            window.select("src/cart/coupon.ts");
            window.awaitWords(List.of("Loading coupon.ts…"));
            assertThat(diff(window)).isFalse();
            window.select("src/cart/total.ts");
            window.await("the diff seen before", WindowHarness::showsDiff);
            release.countDown();
            window.select("src/cart/coupon.ts");
            window.await("the diff", WindowHarness::showsDiff);
            window.awaitGone("Loading coupon.ts…");
            assertThat(window.agent().requests().stream()
                            .filter("hunks sb-shop src/cart/total.ts"::equals)
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void onlyTheFileThatIsShownAndTheNextOneAreLoaded() {
        try (WindowHarness window = changes()) {
            window.awaitWords(List.of("hunk 1 of 1"));
            window.settle();
            assertThat(window.agent().requests())
                    .filteredOn(request -> request.startsWith("hunks "))
                    .containsExactly("hunks sb-shop .github/workflows/ci.yml", "hunks sb-shop package.json");
        }
    }

    @Test
    void whileAKeyIsHeldDownOneFileAfterTheOtherIsLoaded() {
        try (WindowHarness window = WindowHarness.open(Scenario.MANY_CHANGES, Theme.LIGHT)) {
            ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
            window.await("the diff", WindowHarness::showsDiff);
            window.await("the next file", b -> hunks(window).size() == 2);
            window.settle();
            CountDownLatch release = new CountDownLatch(1);
            window.agent().holdFiles(release);
            for (int i = 0; i < 20; i++) {
                window.key(KeyCode.N);
            }
            window.settle();
            assertThat(hunks(window)).hasSize(3);
            assertThat(diff(window)).as("the text of another file").isFalse();
            release.countDown();
            window.await("the file after the keys", WindowHarness::showsDiff);
            window.await("the file after that", b -> hunks(window).size() == 5);
            window.settle();
            assertThat(hunks(window)).hasSize(5).doesNotHaveDuplicates();
        }
    }

    @Test
    void aRiskyFileIsReadBeforeItCanBeIncludedAndIsIncludedOnlyAfterAQuestion() {
        try (WindowHarness window = changes()) {
            window.awaitWords(List.of("hunk 1 of 1", "0 of 3 allowed"));
            tick(window, "Allow .vscode/tasks.json");
            window.awaitWords(
                    List.of("Could run code on this computer: Visual Studio Code runs tasks", "0 of 3 allowed"));
            assertThat(window.workbench().overlay().busy()).as("only opened").isFalse();
            tick(window, "Allow .vscode/tasks.json");
            window.awaitWords(List.of("Allow “tasks.json” anyway?"));
            window.key(KeyCode.ESCAPE);
            window.awaitGone("Allow “tasks.json” anyway?");
            assertThat(window.words()).contains("0 of 3 allowed");
            tick(window, "Allow .vscode/tasks.json");
            window.press(".danger-fill");
            window.awaitWords(List.of("1 of 3 allowed", "Sync 1 hunk"));
        }
    }

    @Test
    void theKeysWorkAfterAFileWasAllowedByMouse() {
        try (WindowHarness window = changes()) {
            window.awaitWords(List.of("hunk 1 of 1", "0 of 3 allowed"));
            tick(window, "Allow .vscode/tasks.json");
            window.awaitWords(List.of("Could run code on this computer: Visual Studio Code runs tasks"));
            tick(window, "Allow .vscode/tasks.json");
            window.press(".danger-fill");
            window.awaitWords(List.of("1 of 3 allowed", "Sync 1 hunk"));
            window.settle();
            window.shortcut(KeyCode.ENTER, false);
            window.awaitWords(List.of("synced to belljar/shop."));
        }
    }

    @Test
    void theKeyboardAloneReviewsAndSyncs() {
        try (WindowHarness window = changes()) {
            window.awaitWords(List.of("hunk 1 of 1", RISK));
            window.key(KeyCode.X);
            window.awaitWords(List.of("0 accepted", "1 skipped"));
            window.key(KeyCode.U);
            window.awaitWords(List.of("0 accepted", "0 skipped"));
            window.key(KeyCode.N);
            window.key(KeyCode.N);
            window.key(KeyCode.N);
            window.awaitWords(List.of("README.md", "hunk 1 of"));
            window.shifted(KeyCode.Y);
            window.awaitWords(List.of("1 accepted", "0 skipped", "Sync 1 hunk"));
            window.shortcut(KeyCode.ENTER, false);
            window.awaitWords(List.of("1 hunk in 11 files synced to belljar/shop."));
            assertThat(window.agent().requests())
                    .anyMatch(request -> request.startsWith("accept sb-shop [] BRANCH skipped "));
        }
    }

    @Test
    void aSyncIntoTheWorkingTreeAsksFirstAndCanBeUndone() {
        try (WindowHarness window = changes()) {
            window.awaitWords(List.of("hunk 1 of 1"));
            window.part(".sync-target", 2);
            window.press(".accept-safe");
            window.press(".danger-fill");
            window.press(".sync-hunks");
            window.awaitWords(List.of("Change the files in your working tree?"));
            window.press(".danger-fill");
            window.press(".undo-sync");
            window.awaitWords(List.of("Sync undone: 1 file restored."));
            assertThat(window.agent().requests()).contains("undo sb-shop undo-1");
        }
    }

    @Test
    void conflictsAreResolvedBeforeFilesAreChanged() {
        try (WindowHarness window = WindowHarness.open(Scenario.CONFLICTS, Theme.LIGHT)) {
            ReviewShots.conflicts(window);
            window.key(KeyCode.P);
            window.awaitWords(List.of("conflict 2 of 3", "1 of 3 resolved"));
            window.key(KeyCode.B);
            window.key(KeyCode.B);
            window.awaitWords(List.of("public/logo.png, whole file", "2 of 3 resolved"));
            window.key(KeyCode.S);
            window.awaitWords(List.of("3 of 3 resolved"));
            window.key(KeyCode.ENTER);
            window.awaitWords(List.of("Undo"));
            assertThat(window.agent().requests())
                    .containsSubsequence("conflicts sb-shop", "resolved [PROJECT, BOTH] [SANDBOX]");
        }
    }

    @Test
    void aBranchBeforeAWriteStartsFromTheSnapshotBefore() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ReviewShots.busy(window);
            window.key(KeyCode.W);
            window.awaitWords(List.of("15 of 17 lines."));
            window.press(".before-write");
            window.awaitWords(List.of("Starts from", "happened in between"));
            window.press(".branch-before");
            window.awaitWords(List.of("Branch from “"));
        }
    }

    @Test
    void aRiskyFileIsAlignedWithItsCheckBox() {
        try (WindowHarness window = changes()) {
            window.awaitWords(List.of(RISK));
            window.settle();
            assertThat(WindowHarness.call(() -> offset(window))).isLessThan(1.5);
        }
    }

    private static WindowHarness changes() {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
        return window;
    }

    /// Clicks a tick, which gives it the keyboard.
    private static void tick(WindowHarness window, String name) {
        window.run(() -> {
            CheckBox tick = window.workbench().scene().getRoot().lookupAll(".red-rows .check-box").stream()
                    .map(CheckBox.class::cast)
                    .filter(box -> name.equals(box.getAccessibleText()))
                    .findFirst()
                    .orElseThrow();
            tick.requestFocus();
            tick.fire();
        });
        window.settle();
    }

    /// The vertical distance between the middle of a risky file's text and the middle of its tick, pixels.
    private static double offset(WindowHarness window) {
        Node tick = window.workbench().scene().getRoot().lookup(".red-line .check-box");
        Node path = window.workbench().scene().getRoot().lookup(".red-line .mono.m12");
        var row = tick.getParent();
        Node reason = row.lookup(".prose");
        double top = row.sceneToLocal(path.localToScene(path.getLayoutBounds())).getMinY();
        double bottom =
                row.sceneToLocal(reason.localToScene(reason.getLayoutBounds())).getMaxY();
        return Math.abs((top + bottom) / 2 - tick.getBoundsInParent().getCenterY());
    }

    private static List<String> hunks(WindowHarness window) {
        return window.agent().requests().stream()
                .filter(request -> request.startsWith("hunks "))
                .toList();
    }

    private static boolean diff(WindowHarness window) {
        return WindowHarness.call(() -> WindowHarness.showsDiff(window.workbench()));
    }
}
