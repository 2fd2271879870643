package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import java.util.List;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.Test;

/// Tests of changing the disk limits of sandboxes in the window.
class StorageTest {
    @Test
    void enterSetsAndResetsTheQuotasOfSandboxes() {
        try (WindowHarness window = opened()) {
            window.run(() -> field(window, "Quota for api").setText("64 GiB"));
            window.run(() -> field(window, "Quota for docs").setText(""));
            window.run(() -> field(window, "Quota for api").requestFocus());
            window.key(KeyCode.ENTER);
            window.awaitGone("Quota per sandbox");
            assertThat(window.agent().requests())
                    .contains("quota sb-api " + (64L << 30), "quota reset sb-docs")
                    .noneMatch(request -> request.startsWith("storage quota"));
        }
    }

    @Test
    void anInvalidQuotaStaysInItsFieldAndNothingIsSent() {
        try (WindowHarness window = opened()) {
            window.run(() -> field(window, "Host disk reserve").setText("5G"));
            window.run(() -> field(window, "Quota for shop").setText("much"));
            window.press(".save-storage");
            window.awaitWords(List.of("\"much\": expected a size such as 40 GiB"));
            window.await("the field", b -> field(window, "Quota for shop").isFocused());
            assertThat(window.agent().requests()).noneMatch(request -> request.contains("reserve"));
            window.run(() -> field(window, "Quota for shop").setText(""));
            window.press(".save-storage");
            window.awaitGone("Quota per sandbox");
            assertThat(window.agent().requests()).contains("storage quota null reserve " + (5L << 30));
        }
    }

    private static WindowHarness opened() {
        WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT);
        ScreenCases.storage(window);
        window.await(
                "the figures",
                b -> window.workbench()
                                .scene()
                                .getRoot()
                                .lookupAll(".storage-box .text-field")
                                .size()
                        == 5);
        return window;
    }

    private static TextField field(WindowHarness window, String name) {
        return window.workbench().scene().getRoot().lookupAll(".storage-box .text-field").stream()
                .map(TextField.class::cast)
                .filter(field -> name.equals(field.getAccessibleText()))
                .findFirst()
                .orElseThrow();
    }
}
