package dev.belljar.app.pictures;

import dev.belljar.app.recorded.RecordedAgent;
import dev.belljar.app.recorded.Scenario;
import dev.belljar.app.theme.Theme;
import dev.belljar.client.AgentException;
import dev.belljar.contract.sandbox.Gauges;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;

/// One screen in one state: the recorded agent's scenario, and the steps in the window before its picture.
public record ScreenCase(
        String name, Scenario scenario, Consumer<WindowHarness> pose, int width, int height, List<String> words) {
    public ScreenCase {
        words = List.copyOf(words);
    }

    /// A picture of the default size, taken when the window contains these texts.
    public ScreenCase(String name, Scenario scenario, Consumer<WindowHarness> pose, String... words) {
        this(name, scenario, pose, 1440, 900, List.of(words));
    }

    /// The same in a window of another size, which its name contains.
    public ScreenCase sized(int wide, int high) {
        return new ScreenCase(name.replaceFirst("-[0-9]+$", "") + "-" + wide, scenario, pose, wide, high, words);
    }

    /// Opens the window in this state.
    public WindowHarness open(Theme theme) {
        WindowHarness window = WindowHarness.open(scenario, theme, width, height);
        if (List.of(Scenario.BUSY, Scenario.ASKING, Scenario.MANY_SNAPSHOTS, Scenario.MANY_CHANGES)
                .contains(scenario)) {
            // The cards show minutes of CPU, the sidebar a few seconds.
            int figures = name.startsWith("launcher") ? 96 : 24;
            window.agent().stopFiguresAt(figures);
            window.await("enough CPU figures", workbench -> {
                workbench.refresh();
                return window.agent().asked() > figures && workbench.state().cpuPermille() == cpu(window.agent());
            });
        } else {
            window.await("an answer", workbench -> window.agent().asked() > 0 || scenario == Scenario.DOWN);
        }
        window.settle();
        pose.accept(window);
        window.awaitWords(words);
        window.settle();
        return window;
    }

    /// The CPU load of all sandboxes in the agent's current answer, in thousandths of one CPU.
    private static int cpu(RecordedAgent agent) {
        try {
            return agent.list().stream()
                    .map(sandbox -> sandbox.status().gauges())
                    .filter(Objects::nonNull)
                    .mapToInt(Gauges::cpuPermille)
                    .sum();
        } catch (AgentException e) {
            throw new AssertionError(e);
        }
    }

    /// Takes the picture and writes it to a folder.
    public BufferedImage shoot(Theme theme, Path folder) throws IOException {
        try (WindowHarness window = open(theme)) {
            BufferedImage picture = window.picture();
            WindowHarness.write(picture, folder.resolve(fileName(theme)));
            return picture;
        }
    }

    /// `<screen>-<state>-<theme>.png`.
    public String fileName(Theme theme) {
        return (name + "-" + theme + ".png").toLowerCase(Locale.ROOT);
    }

    /// True if its picture in one of the themes is among the committed ones.
    boolean isCommitted() {
        CommittedPictures committed = CommittedPictures.here();
        return Stream.of(Theme.values()).anyMatch(theme -> committed.has(fileName(theme)));
    }

    @Override
    public String toString() {
        return name;
    }
}
