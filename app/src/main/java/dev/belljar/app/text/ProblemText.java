package dev.belljar.app.text;

import dev.belljar.contract.problem.Problem;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The sentences of a problem as the window shows them. The host agent marks commands with backticks, which
/// only a terminal needs; the window shows them in quotation marks.
public final class ProblemText {
    private static final Pattern COMMAND = Pattern.compile("`([^`]+)`");

    private ProblemText() {}

    /// Returns what happened.
    public static String detail(Problem problem) {
        return shown(problem.detail());
    }

    /// Returns what to do, or null if that is not known.
    public static @Nullable String hint(Problem problem) {
        String hint = problem.hint();
        return hint == null ? null : shown(hint);
    }

    /// Returns what happened and, if known, what to do.
    public static String all(Problem problem) {
        String detail = detail(problem);
        String hint = hint(problem);
        return hint == null ? detail : detail + (detail.endsWith(".") ? " " : ". ") + hint;
    }

    /// Returns a sentence with its commands in quotation marks.
    public static String shown(String sentence) {
        return COMMAND.matcher(sentence).replaceAll("“$1”");
    }
}
