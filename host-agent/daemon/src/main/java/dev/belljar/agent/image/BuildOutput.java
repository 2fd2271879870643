package dev.belljar.agent.image;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Reads the output of a build: reports its progress, and keeps its last lines for the case that it fails.
final class BuildOutput {
    private static final Pattern PROGRESS = Pattern.compile("progress (\\d{1,3}) (.*)");
    private static final Pattern MISSING = Pattern.compile("missing (\\S+) (\\S+)");
    private static final int KEPT_LINES = 12;
    private static final int LONGEST = 400;

    private final BuildProgress progress;
    private final Deque<String> last = new ArrayDeque<>();
    private @Nullable Tool missing;

    BuildOutput(BuildProgress progress) {
        this.progress = progress;
    }

    /// Takes one line of standard output or standard error.
    synchronized void heard(String line) {
        Matcher step = PROGRESS.matcher(line);
        if (step.matches()) {
            progress.at(Math.min(100, Integer.parseInt(step.group(1))), step.group(2));
            return;
        }
        Matcher tool = MISSING.matcher(line);
        if (tool.matches()) {
            missing = new Tool(tool.group(1), tool.group(2));
            return;
        }
        remember(line);
    }

    private void remember(String line) {
        if (line.isBlank()) {
            return;
        }
        String text = line.substring(0, Math.min(line.length(), LONGEST));
        last.addLast(text);
        progress.line(text);
        if (last.size() > KEPT_LINES) {
            last.removeFirst();
        }
    }

    synchronized List<String> lastLines() {
        return List.copyOf(last);
    }

    synchronized Optional<String> lastLine() {
        return Optional.ofNullable(last.peekLast());
    }

    synchronized Optional<Tool> missing() {
        return Optional.ofNullable(missing);
    }

    /// A program that is not installed, and the Debian package that has it.
    record Tool(String name, String debianPackage) {}
}
