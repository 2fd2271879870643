package dev.belljar.client.console;

import com.github.difflib.DiffUtils;
import com.github.difflib.UnifiedDiffUtils;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.work.FileContents;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Formats both sides of a file as a unified diff with three lines of context.
public final class LineDiff {
    private static final int CONTEXT = 3;

    private LineDiff() {}

    public static String unified(FileContents contents) {
        List<String> before = lines(contents.before());
        List<String> after = lines(contents.after());
        List<String> diff = UnifiedDiffUtils.generateUnifiedDiff(
                "before/" + contents.path(),
                "after/" + contents.path(),
                before,
                DiffUtils.diff(before, after),
                CONTEXT);
        StringBuilder text = new StringBuilder();
        for (String line : diff) {
            // Text from a guest must not control the terminal in which it is shown.
            text.append(VisibleText.escaped(line, "\t")).append('\n');
        }
        return text.toString();
    }

    /// Describes the added lines, each in quotes.
    public static String added(String before, String after) {
        List<String> old = before.lines().toList();
        return after.lines()
                .filter(line -> !old.contains(line))
                .map(line -> "\"" + line + "\"")
                .collect(Collectors.joining(", "));
    }

    private static List<String> lines(@Nullable String text) {
        return text == null ? List.of() : text.lines().toList();
    }
}
