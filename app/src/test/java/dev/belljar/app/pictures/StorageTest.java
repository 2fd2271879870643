package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.RecordedAgent.Scenario;
import dev.belljar.app.ui.Theme;
import java.util.List;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// What sandboxes may use of the disk, changed in the window.
class StorageTest {
    @Test
    void aQuotaOfItsOwnIsGivenAndTakenBackByEnter() {
        try (WindowHarness booth = opened()) {
            booth.run(() -> field(booth, "Quota of api").setText("64 GiB"));
            booth.run(() -> field(booth, "Quota of docs").setText(""));
            booth.run(() -> field(booth, "Quota of api").requestFocus());
            booth.key(KeyCode.ENTER);
            booth.awaitGone("Quota per sandbox");
            assertThat(booth.agent().wishes())
                    .contains("quota sb-api " + (64L << 30), "quota reset sb-docs")
                    .noneMatch(wish -> wish.startsWith("storage quota"));
        }
    }

    @Test
    void nonsenseStaysInItsFieldAndTheRestIsNotSent() {
        try (WindowHarness booth = opened()) {
            booth.run(() -> field(booth, "Host disk reserve").setText("5G"));
            booth.run(() -> field(booth, "Quota of shop").setText("much"));
            booth.press(".save-storage");
            booth.awaitWords(List.of("\"much\": expected a size such as 40 GiB"));
            booth.await("the field", b -> field(booth, "Quota of shop").isFocused());
            assertThat(booth.agent().wishes()).noneMatch(wish -> wish.contains("reserve"));
            booth.run(() -> field(booth, "Quota of shop").setText(""));
            booth.press(".save-storage");
            booth.awaitGone("Quota per sandbox");
            assertThat(booth.agent().wishes()).contains("storage quota null reserve " + (5L << 30));
        }
    }

    private static WindowHarness opened() {
        WindowHarness booth = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        ScreenCases.storage(booth);
        booth.await(
                "the figures",
                b -> booth.bench()
                                .scene()
                                .getRoot()
                                .lookupAll(".storage-box .text-field")
                                .size()
                        == 5);
        return booth;
    }

    private static TextField field(WindowHarness booth, String name) {
        return booth.bench().scene().getRoot().lookupAll(".storage-box .text-field").stream()
                .map(TextField.class::cast)
                .filter(field -> name.equals(field.getAccessibleText()))
                .findFirst()
                .orElseThrow();
    }
}
