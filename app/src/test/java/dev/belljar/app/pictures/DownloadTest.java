package dev.belljar.app.pictures;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.app.navigation.Location;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.shell.Workbench;
import dev.belljar.app.theme.Theme;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxSpec;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.CheckBox;
import javafx.scene.control.MenuButton;
import javafx.scene.input.KeyCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests that the window copies files of a sandbox to this computer, and only those that the user allows.
class DownloadTest {
    private static final String MENU = "More sync actions";
    private static final String ENTRY = "Download artifacts…";
    private static final String FOLDER = "belljar.recordings";

    @TempDir
    Path temp;

    @BeforeEach
    void downloadHere() {
        String _ = System.setProperty(FOLDER, temp.toString());
    }

    @AfterEach
    void downloadAsUsual() {
        String _ = System.clearProperty(FOLDER);
    }

    @Test
    void aKeyDownloadsTheFileUnderReview() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.total(window);
            window.key(KeyCode.G);
            window.awaitWords(List.of("Download from shop", "src/cart/total.ts"));
            window.press(".download-act");
            window.awaitWords(List.of("Open folder"));
            assertThat(window.words()).anyMatch(words -> words.startsWith("1 file downloaded to "));
            assertThat(temp.resolve("src/cart/total.ts")).hasSize(2_310);
        }
    }

    @Test
    void aFileThatCouldRunIsDownloadedOnlyIfTheUserTicksIt() {
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.DARK)) {
            DownloadShots.open(window, "dist/serve.sh");
            window.awaitWords(List.of("1 file could run code on this computer"));
            assertThat(window.workbench()
                            .scene()
                            .getRoot()
                            .lookup(".download-act")
                            .isDisabled())
                    .isTrue();
            window.run(() -> ((CheckBox) window.workbench().scene().getRoot().lookup(".allow-risky")).fire());
            window.press(".download-act");
            window.awaitWords(List.of("Open folder"));
            assertThat(temp.resolve("dist/serve.sh")).exists();
        }
    }

    @Test
    void theSyncMenuOffersArtifactsThatTheProjectProposes() throws Exception {
        Path project = Files.createDirectories(temp.resolve("project"));
        Files.createDirectories(project.resolve(".belljar"));
        Files.writeString(project.resolve(".belljar/sync.toml"), "artifacts = [\"reports/**\"]\n");
        try (WindowHarness window = WindowHarness.open(Scenario.BUSY, Theme.LIGHT)) {
            ScreenCases.enter(window, "shop", ScreenKind.LOG);
            assertThat(offered(window.workbench())).isFalse();
            window.run(() -> window.workbench().model().go(new Location.HomeScreen()));
            window.agent().changeSandbox("shop", sandbox -> inFolder(sandbox, project));
            window.await(
                    "the folder",
                    b -> DownloadShots.shop(window).reported().spec().project().equals(project.toString()));
            ScreenCases.enter(window, "shop", ScreenKind.LOG);
            window.await("the entry", DownloadTest::offered);
            window.choose(MENU, ENTRY);
            window.awaitWords(List.of("Download artifacts from shop", "reports/**", "Confirm"));
            assertThat(window.words()).noneMatch(words -> words.contains("coverage.html"));
        }
    }

    private static boolean offered(Workbench workbench) {
        return workbench.scene().getRoot().lookupAll(".menu-button").stream()
                .map(MenuButton.class::cast)
                .filter(menu -> MENU.equals(menu.getAccessibleText()))
                .flatMap(menu -> menu.getItems().stream())
                .anyMatch(item -> ENTRY.equals(item.getText()) && item.isVisible());
    }

    private static Sandbox inFolder(Sandbox sandbox, Path project) {
        SandboxSpec spec = sandbox.spec();
        SandboxSpec moved =
                new SandboxSpec(spec.name(), project.toString(), spec.backend(), spec.limits(), spec.plainFolder());
        return new Sandbox(
                sandbox.id(),
                moved,
                sandbox.status(),
                sandbox.acceleration(),
                sandbox.created(),
                sandbox.branch(),
                sandbox.base(),
                sandbox.origin(),
                sandbox.tier());
    }
}
