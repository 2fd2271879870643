package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.shell.ScreenKind;
import dev.belljar.app.ui.Theme;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// A file that is chosen is named at once, one seen before is there at once, and one that could run can be read
/// before it is ticked.
class FileLoadingTest {
    @Test
    void aChosenFileIsNamedAtOnceAndOneSeenBeforeIsNotFetchedAgain() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(booth, "shop", ScreenKind.CHANGES);
            booth.chooseChange("src/cart/total.ts");
            booth.awaitGone("Loading total.ts…");
            CountDownLatch release = new CountDownLatch(1);
            booth.agent().holdFiles(release);
            choose(booth, "src/cart/coupon.ts");
            booth.awaitWords(List.of("Loading coupon.ts…"));
            assertThat(diff(booth)).isFalse();
            choose(booth, "src/cart/total.ts");
            booth.await("the diff seen before", b -> b.scene().getRoot().lookup(".diff-view") != null);
            release.countDown();
            choose(booth, "src/cart/coupon.ts");
            booth.await("the diff", b -> b.scene().getRoot().lookup(".diff-view") != null);
            booth.awaitGone("Loading coupon.ts…");
        }
    }

    @Test
    void aRiskyFileIsReadBeforeItIsTicked() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.review(booth);
            booth.awaitWords(List.of("Sync 13 files", "16 files", "CI would run it with your repository's secrets"));
            CountDownLatch release = new CountDownLatch(1);
            booth.agent().holdFiles(release);
            booth.press(".read-file");
            booth.awaitWords(List.of("Loading .github/workflows/ci.yml…"));
            release.countDown();
            booth.await("the diff", b -> b.scene().getRoot().lookup(".file-reader .diff-view") != null);
            assertThat(booth.agent().wishes())
                    .anyMatch(w -> w.startsWith("read sb-shop ") && w.endsWith(" .github/workflows/ci.yml"));
            assertThat(WindowHarness.call(
                            () -> booth.bench().scene().getRoot().lookupAll(".red-line .check-box").stream()
                                    .noneMatch(box -> ((CheckBox) box).isSelected())))
                    .isTrue();
            booth.run(() -> booth.bench()
                    .scene()
                    .getRoot()
                    .lookup(".file-reader .icon-only")
                    .requestFocus());
            booth.key(KeyCode.ESCAPE);
            booth.await("the lists alone", b -> b.scene().getRoot().lookup(".file-reader") == null);
            booth.awaitWords(List.of("Sync 13 files", "Sync to"));
        }
    }

    @Test
    void aRiskyFileStandsInOneLineWithItsTick() {
        try (WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.review(booth);
            booth.awaitWords(List.of("Sync 13 files"));
            booth.settle();
            assertThat(WindowHarness.call(() -> offset(booth))).isLessThan(1.5);
        }
    }

    /// How far the middle of a risky file's words is from the middle of its tick, pixels.
    private static double offset(WindowHarness booth) {
        Node tick = booth.bench().scene().getRoot().lookup(".red-line .check-box");
        Node path = booth.bench().scene().getRoot().lookup(".red-line .mono.m12");
        var row = tick.getParent();
        Node reason = path.getParent().getChildrenUnmodifiable().size() > 1
                ? path.getParent().getChildrenUnmodifiable().get(1)
                : row.lookup(".sm.muted");
        double top = row.sceneToLocal(path.localToScene(path.getLayoutBounds())).getMinY();
        double bottom =
                row.sceneToLocal(reason.localToScene(reason.getLayoutBounds())).getMaxY();
        return Math.abs((top + bottom) / 2 - tick.getBoundsInParent().getCenterY());
    }

    private static void choose(WindowHarness booth, String path) {
        booth.run(() -> booth.bench().scene().getRoot().lookupAll(".list-view").stream()
                .map(node -> (javafx.scene.control.ListView<?>) node)
                .forEach(list -> list.getItems().stream()
                        .filter(item -> item.toString().contains("path=" + path + ","))
                        .findFirst()
                        .ifPresent(item ->
                                list.getSelectionModel().select(list.getItems().indexOf(item)))));
    }

    private static boolean diff(WindowHarness booth) {
        return WindowHarness.call(() -> booth.bench().scene().getRoot().lookup(".diff-view") != null);
    }
}
