package dev.belljar.app.pictures;

import dev.belljar.app.navigation.DialogKind;
import dev.belljar.app.navigation.ScreenKind;
import dev.belljar.app.recorded.Scenario;
import java.nio.file.Path;
import java.util.List;
import javafx.scene.control.ScrollPane;

/// Pictures of the environment that a project proposes.
final class EnvironmentShots {
    private EnvironmentShots() {}

    static List<ScreenCase> all() {
        return List.of(
                new ScreenCase(
                        "environment-changed",
                        Scenario.BUSY,
                        EnvironmentShots::docs,
                        "profile node 22",
                        "was profile node 20",
                        "no longer proposed",
                        "left out"),
                new ScreenCase(
                        "environment-setup",
                        Scenario.BUSY,
                        window -> {
                            docs(window);
                            window.awaitWords(List.of("Refresh template"));
                            window.settle();
                            window.run(() -> scroll(window).setVvalue(1));
                        },
                        "Setup in docs",
                        "disk 412.0 MB"),
                new ScreenCase(
                        "environment-none",
                        Scenario.BUSY,
                        window -> open(window, "api"),
                        "The project doesn't propose an environment."),
                new ScreenCase(
                        "environment-output",
                        Scenario.BUSY,
                        window -> {
                            docs(window);
                            window.awaitWords(List.of("Setup in docs"));
                            window.press(".show-setup-output");
                        },
                        "Setup output for docs"),
                new ScreenCase(
                        "start-agent",
                        Scenario.BUSY,
                        window -> {
                            ScreenCases.enter(window, "docs", ScreenKind.PROCESSES);
                            window.choose("More actions for this sandbox", "Start agent…");
                        },
                        "Start an agent in docs",
                        "The secret OPENAI_API_KEY is not stored on this computer."),
                new ScreenCase(
                        "launcher-add-environment",
                        Scenario.BUSY,
                        EnvironmentShots::atlas,
                        "The project proposes an environment",
                        "Review…"));
    }

    /// Opens the dialog about the environment of `docs`.
    static void docs(WindowHarness window) {
        open(window, "docs");
        window.awaitWords(List.of("npm vitest 3.2.4"));
    }

    private static ScrollPane scroll(WindowHarness window) {
        return (ScrollPane) window.workbench().scene().getRoot().lookup(".environment .scroll-pane");
    }

    private static void open(WindowHarness window, String sandbox) {
        ScreenCases.enter(window, sandbox, ScreenKind.PROCESSES);
        window.choose("More actions for this sandbox", "Environment…");
    }

    /// Opens the dialog that adds `atlas`.
    static void atlas(WindowHarness window) {
        window.run(() -> window.workbench().model().open(new DialogKind.AddProject(Path.of("/home/mia/code/atlas"))));
        window.awaitWords(List.of("Review…"));
    }
}
