package dev.belljar.agent.agentstate;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Reads command lines of guests. A guest can write anything into one, so results are only for display.
final class ProgramWords {
    private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ash", "fish");
    private static final Set<String> INTERPRETERS =
            Set.of("node", "python", "python3", "sh", "bash", "dash", "zsh", "bun", "deno", "env");
    private static final int MOST_WORDS = 32;
    private static final String REPORTER = "/.belljar/report-state";

    private ProgramWords() {}

    /// The last part of a path.
    static String file(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    static boolean isShell(List<String> argv) {
        return !argv.isEmpty() && SHELLS.contains(name(argv.getFirst()));
    }

    private static String name(String word) {
        String file = file(word);
        return file.startsWith("-") ? file.substring(1) : file; // a login shell
    }

    /// True for the script with which hooks report to the host agent.
    static boolean isReporter(List<String> argv) {
        return argv.stream().limit(3).anyMatch(word -> word.endsWith(REPORTER));
    }

    /// The path of the script that an interpreter runs; null if it runs none.
    static @Nullable String script(List<String> argv) {
        if (argv.isEmpty() || !INTERPRETERS.contains(name(argv.getFirst()))) {
            return null;
        }
        for (String word : argv.stream().limit(MOST_WORDS).skip(1).toList()) {
            if (word.equals("-c") || word.equals("-e") || word.equals("-lc")) {
                return null;
            }
            if (!word.startsWith("-")) {
                return word;
            }
        }
        return null;
    }

    /// What a process runs, in words: the text of a shell that was given one, else its command line.
    static String command(List<String> argv, String comm) {
        if (argv.isEmpty()) {
            return comm;
        }
        if (isShell(argv)) {
            for (int i = 1; i + 1 < Math.min(argv.size(), MOST_WORDS); i++) {
                if (argv.get(i).startsWith("-") && argv.get(i).endsWith("c")) {
                    return argv.get(i + 1);
                }
            }
        }
        return file(argv.getFirst())
                + (argv.size() == 1 ? "" : " " + String.join(" ", argv.subList(1, Math.min(argv.size(), MOST_WORDS))));
    }
}
