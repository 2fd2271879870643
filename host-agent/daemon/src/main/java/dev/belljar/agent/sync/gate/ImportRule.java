package dev.belljar.agent.sync.gate;

import java.util.List;
import java.util.Locale;

/// A kind of path that can make the host execute a program, with the reason for the developer.
///
/// Patterns are lower case. `FILE` is a file's name anywhere, `FOLDER` everything below a folder of that name
/// anywhere, `ENDING` the end of a file's name, `START` its beginning, `GLOB` a file's name with `*` for anything,
/// `UNDER` everything below this path from the top or below any folder. `HARMLESS` matches nothing: it lists what may
/// come in a new folder whose name begins with a dot.
record ImportRule(Kind kind, List<String> patterns, String reason) {
    enum Kind {
        FILE,
        FOLDER,
        ENDING,
        START,
        GLOB,
        UNDER,
        HARMLESS;

        /// True if a rule of this kind can match the pattern.
        boolean takes(String pattern) {
            boolean path = this == UNDER || this == HARMLESS;
            return !pattern.isEmpty()
                    && pattern.equals(pattern.toLowerCase(Locale.ROOT))
                    && (this == GLOB) == (pattern.indexOf('*') >= 0)
                    && (path || pattern.indexOf('/') < 0)
                    && !pattern.startsWith("/")
                    && !pattern.endsWith("/")
                    && (this != HARMLESS || pattern.startsWith("."));
        }
    }

    ImportRule {
        patterns = List.copyOf(patterns);
    }

    /// True if the path, given as lower-case components, matches the rule. Reviews call this for each file and rule.
    boolean matches(List<String> components) {
        String file = components.getLast();
        for (String pattern : patterns) {
            boolean matches = switch (kind) {
                case FILE -> file.equals(pattern);
                case FOLDER -> components.contains(pattern);
                case ENDING -> file.endsWith(pattern);
                case START -> file.startsWith(pattern);
                case GLOB -> glob(file, pattern);
                case UNDER -> under(components, pattern);
                case HARMLESS -> false;
            };
            if (matches) {
                return true;
            }
        }
        return false;
    }

    // True if the components of the pattern are some consecutive ones of the path.
    private static boolean under(List<String> components, String pattern) {
        int first = pattern.indexOf('/');
        return first < 0
                ? components.contains(pattern)
                : components.contains(pattern.substring(0, first))
                        && ("/" + String.join("/", components) + "/").contains("/" + pattern + "/");
    }

    // Matches the parts between stars, each as early as possible and the last one at the end.
    private static boolean glob(String file, String pattern) {
        if (!file.startsWith(pattern.substring(0, pattern.indexOf('*')))
                || !file.endsWith(pattern.substring(pattern.lastIndexOf('*') + 1))) {
            return false;
        }
        String[] parts = pattern.split("\\*", -1);
        String last = parts[parts.length - 1];
        int at = parts[0].length();
        for (int i = 1; i < parts.length - 1; i++) {
            int found = file.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        return file.length() - last.length() >= at && file.endsWith(last);
    }
}
