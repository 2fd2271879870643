package dev.belljar.agent.sync;

import java.util.Arrays;
import java.util.List;

/// One kind of path that can make the person's own machine execute something, and why, in words for them.
///
/// Patterns are lower case. `FILE` is a file's name anywhere, `FOLDER` everything below a folder of that name
/// anywhere, `ENDING` the end of a file's name, `START` its beginning, `GLOB` its beginning and its end on both
/// sides of one `*`, `UNDER` everything below this path from the top or below any folder.
record ImportRule(Kind kind, List<String> patterns, String reason) {
    enum Kind {
        FILE,
        FOLDER,
        ENDING,
        START,
        GLOB,
        UNDER
    }

    ImportRule {
        patterns = List.copyOf(patterns);
    }

    static ImportRule of(Kind kind, String reason, String... patterns) {
        return new ImportRule(kind, Arrays.asList(patterns), reason);
    }

    /// True when the path, given as lower-case components, is of this kind.
    boolean matches(List<String> components) {
        String file = components.getLast();
        return switch (kind) {
            case FILE -> patterns.contains(file);
            case FOLDER -> components.stream().anyMatch(patterns::contains);
            case ENDING -> patterns.stream().anyMatch(file::endsWith);
            case START -> patterns.stream().anyMatch(file::startsWith);
            case GLOB -> patterns.stream().anyMatch(pattern -> between(file, pattern, pattern.indexOf('*')));
            case UNDER -> {
                String whole = "/" + String.join("/", components);
                yield patterns.stream().anyMatch(pattern -> (whole + "/").contains("/" + pattern + "/"));
            }
        };
    }

    private static boolean between(String file, String pattern, int star) {
        return file.length() >= pattern.length() - 1
                && file.startsWith(pattern.substring(0, star))
                && file.endsWith(pattern.substring(star + 1));
    }
}
