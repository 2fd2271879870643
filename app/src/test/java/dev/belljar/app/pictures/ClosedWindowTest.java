package dev.belljar.app.pictures;

import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.theme.Theme;
import java.lang.ref.WeakReference;
import java.util.List;
import javafx.stage.Stage;
import org.awaitility.Awaitility;
import org.awaitility.Durations;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Tests that no timer and no thread references a closed window, so that its memory is freed.
class ClosedWindowTest {
    @ParameterizedTest
    @EnumSource(ScreenKind.class)
    void aClosedWindowIsGarbageCollected(ScreenKind screen) throws InterruptedException {
        WeakReference<Workbench> closed = closed(screen);
        // JavaFX references the window that had the focus last.
        WindowHarness.call(() -> {
            Stage other = new Stage();
            other.show();
            other.close();
            return other;
        });
        Awaitility.await().atMost(Durations.TWO_MINUTES).until(() -> {
            System.gc();
            return closed.get() == null;
        });
    }

    private static WeakReference<Workbench> closed(ScreenKind screen) {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            window.awaitWords(List.of("shop"));
            ScreenCases.enter(window, "shop", screen);
            window.settle();
            return new WeakReference<>(window.workbench());
        }
    }
}
