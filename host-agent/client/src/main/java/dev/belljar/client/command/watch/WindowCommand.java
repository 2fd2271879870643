package dev.belljar.client.command.watch;

import dev.belljar.client.AgentException;
import dev.belljar.client.help.CommandExamples;
import dev.belljar.contract.problem.Problem;
import dev.belljar.contract.problem.ProblemCode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `belljar window`: prints its help only; the window is a separate program, which the launcher starts.
@CommandExamples({
    "belljar window | Open the window.",
    "belljar window --recorded | Open the window with built-in sample data.",
    "belljar window --picture shop.png --sandbox shop --screen network | Save a screenshot of the "
            + "sandbox's network screen."
})
@Command(name = "window", description = "Open Belljar's window.", mixinStandardHelpOptions = true)
final class WindowCommand implements Callable<Integer> {
    @Option(
            names = "--sandbox",
            paramLabel = "SANDBOX",
            description = "With --picture, the sandbox to show (default: the list of all projects).")
    @Nullable
    String sandbox;

    @Option(
            names = "--screen",
            paramLabel = "SCREEN",
            description =
                    "With --picture, show this screen: terminal, timeline, processes, changes, network, snapshots,"
                            + " log or settings.")
    @Nullable
    String screen;

    @Option(
            names = "--theme",
            paramLabel = "THEME",
            description = "Theme: light or dark (default: the desktop's theme).")
    @Nullable
    String theme;

    @Option(
            names = "--picture",
            paramLabel = "FILE",
            description = "Save a screenshot of the window to this PNG file and exit. No display is needed.")
    @Nullable
    String picture;

    @Option(
            names = "--recorded",
            description = "Show built-in sample data, without a host agent or QEMU. Actions have no effect.")
    boolean recorded;

    @Override
    public Integer call() throws AgentException {
        throw new AgentException(
                Problem.of(
                        ProblemCode.BAD_REQUEST,
                        "no window",
                        "the window was not started: `belljar window` must be run by the `belljar` launcher",
                        "Run `installers/belljar window` in a checkout, or `belljar window` from the installed"
                                + " package."),
                null);
    }
}
