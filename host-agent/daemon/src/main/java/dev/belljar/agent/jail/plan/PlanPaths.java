package dev.belljar.agent.jail.plan;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Checks and compares absolute paths as text, without reading anything.
public final class PlanPaths {
    static final int LONGEST = 4_095;

    private PlanPaths() {}

    /// True for an absolute path without empty, `.` or `..` components, control characters or halves of
    /// characters.
    public static boolean valid(String path) {
        if (path.equals("/")) {
            return true;
        }
        return path.startsWith("/")
                && !path.endsWith("/")
                && bytes(path) <= LONGEST
                && path.codePoints().noneMatch(PlanPaths::forbidden)
                && Arrays.stream(path.substring(1).split("/", -1))
                        .noneMatch(part -> part.isEmpty() || part.equals(".") || part.equals(".."));
    }

    /// True if a path is this folder or lies in it.
    public static boolean within(String folder, String path) {
        return folder.equals("/") || path.equals(folder) || path.startsWith(folder + "/");
    }

    private static boolean forbidden(int character) {
        return Character.isISOControl(character)
                || (character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE);
    }

    private static int bytes(String path) {
        return path.getBytes(StandardCharsets.UTF_8).length;
    }
}
