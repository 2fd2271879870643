package dev.belljar.app.pictures;

import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.state.SandboxViewState;
import java.util.List;

/// Pictures of the dialog that copies files of a sandbox to this computer.
final class DownloadShots {
    private DownloadShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "download-found",
                        Scenario.BUSY,
                        window -> open(window, "dist"),
                        "Download from shop",
                        "could run code on this computer",
                        "dist/index.html"),
                new ScreenCase(
                        "download-none",
                        Scenario.BUSY,
                        window -> open(window, "tmp/**"),
                        "No matching files in the sandbox."),
                new ScreenCase("download-enter", Scenario.BUSY, window -> open(window, ""), "Find files", "Choose…"));
    }

    /// Opens the dialog for this file or folder of `shop`.
    static void open(WindowHarness window, String path) {
        ScreenCases.enter(window, "shop", ScreenKind.LOG);
        window.run(() -> window.workbench().model().open(new DialogKind.DownloadFiles(shop(window), path)));
    }

    static SandboxViewState shop(WindowHarness window) {
        return window.workbench().state().sandboxes().stream()
                .filter(sandbox -> sandbox.name().equals("shop"))
                .findFirst()
                .orElseThrow();
    }
}
