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
import org.junit.jupiter.api.Test;

/// Tests that the name of a selected file is shown at once, that a file seen before is shown without loading,
/// and that a file that could run on the host can be read before it is ticked.
class FileLoadingTest {
    @Test
    void aSelectedFileIsNamedAtOnceAndFetchedOnlyOnce() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(window, "shop", ScreenKind.CHANGES);
            window.chooseChange("src/cart/total.ts");
            window.awaitGone("Loading total.ts…");
            CountDownLatch release = new CountDownLatch(1);
            window.agent().holdFiles(release);
            choose(window, "src/cart/coupon.ts");
            window.awaitWords(List.of("Loading coupon.ts…"));
            assertThat(diff(window)).isFalse();
            choose(window, "src/cart/total.ts");
            window.await("the diff seen before", b -> b.scene().getRoot().lookup(".diff-view") != null);
            release.countDown();
            choose(window, "src/cart/coupon.ts");
            window.await("the diff", b -> b.scene().getRoot().lookup(".diff-view") != null);
            window.awaitGone("Loading coupon.ts…");
        }
    }

    @Test
    void aRiskyFileCanBeReadBeforeItIsTicked() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.review(window);
            window.awaitWords(
                    List.of("Sync 13 files", "16 files", "runs on a build server, often with access to its secrets"));
            CountDownLatch release = new CountDownLatch(1);
            window.agent().holdFiles(release);
            window.press(".read-file");
            window.awaitWords(List.of("Loading .github/workflows/ci.yml…"));
            release.countDown();
            window.await("the diff", b -> b.scene().getRoot().lookup(".file-reader .diff-view") != null);
            assertThat(window.agent().requests())
                    .anyMatch(w -> w.startsWith("read sb-shop ") && w.endsWith(" .github/workflows/ci.yml"));
            assertThat(WindowHarness.call(
                            () -> window.workbench().scene().getRoot().lookupAll(".red-line .check-box").stream()
                                    .noneMatch(box -> ((CheckBox) box).isSelected())))
                    .isTrue();
            window.run(() -> window.workbench()
                    .scene()
                    .getRoot()
                    .lookup(".file-reader .icon-only")
                    .requestFocus());
            window.key(KeyCode.ESCAPE);
            window.await("the lists alone", b -> b.scene().getRoot().lookup(".file-reader") == null);
            window.awaitWords(List.of("Sync 13 files", "Sync to"));
        }
    }

    @Test
    void aRiskyFileIsAlignedWithItsCheckBox() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.review(window);
            window.awaitWords(List.of("Sync 13 files"));
            window.settle();
            assertThat(WindowHarness.call(() -> offset(window))).isLessThan(1.5);
        }
    }

    /// The vertical distance between the middle of a risky file's text and the middle of its tick, pixels.
    private static double offset(WindowHarness window) {
        Node tick = window.workbench().scene().getRoot().lookup(".red-line .check-box");
        Node path = window.workbench().scene().getRoot().lookup(".red-line .mono.m12");
        var row = tick.getParent();
        Node reason = path.getParent().getChildrenUnmodifiable().size() > 1
                ? path.getParent().getChildrenUnmodifiable().get(1)
                : row.lookup(".sm.muted");
        double top = row.sceneToLocal(path.localToScene(path.getLayoutBounds())).getMinY();
        double bottom =
                row.sceneToLocal(reason.localToScene(reason.getLayoutBounds())).getMaxY();
        return Math.abs((top + bottom) / 2 - tick.getBoundsInParent().getCenterY());
    }

    private static void choose(WindowHarness window, String path) {
        window.run(() -> window.workbench().scene().getRoot().lookupAll(".list-view").stream()
                .map(node -> (javafx.scene.control.ListView<?>) node)
                .forEach(list -> list.getItems().stream()
                        .filter(item -> item.toString().contains("path=" + path + ","))
                        .findFirst()
                        .ifPresent(item ->
                                list.getSelectionModel().select(list.getItems().indexOf(item)))));
    }

    private static boolean diff(WindowHarness window) {
        return WindowHarness.call(() -> window.workbench().scene().getRoot().lookup(".diff-view") != null);
    }
}
