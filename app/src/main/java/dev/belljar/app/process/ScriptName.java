package dev.belljar.app.process;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Finds the subject of a command line: the script that an interpreter runs, or the arguments of a
/// package manager.
///
/// A guest can write anything into a command line, so the result is only for display.
public final class ScriptName {
    private static final Set<String> INTERPRETERS = Set.of(
            "node", "python", "python3", "ruby", "perl", "bash", "sh", "dash", "zsh", "deno", "bun", "php", "java");
    private static final Set<String> MANAGERS = Set.of(
            "npm",
            "npx",
            "pnpm",
            "yarn",
            "pip",
            "pip3",
            "uv",
            "cargo",
            "go",
            "gem",
            "apt-get",
            "apt",
            "composer",
            "git");
    private static final int MOST = 16;

    private ScriptName() {}

    /// Returns the file name of the script, or the arguments of the package manager: `fetch-binary.js`,
    /// `install qrpress`.
    public static Optional<String> of(List<String> argv) {
        List<String> words = words(argv);
        if (words.size() > 1 && MANAGERS.contains(file(words.getFirst()))) {
            return manager(words.subList(1, words.size()));
        }
        return script(argv).map(ScriptName::file);
    }

    /// Returns the path of the script that an interpreter runs, or the module after `-m`.
    static Optional<String> script(List<String> argv) {
        List<String> words = words(argv);
        return words.size() > 1 && INTERPRETERS.contains(file(words.getFirst()))
                ? path(words.subList(1, words.size()))
                : Optional.empty();
    }

    private static List<String> words(List<String> argv) {
        List<String> words = argv.stream().limit(MOST).toList();
        return !words.isEmpty() && words.getFirst().endsWith("sudo") ? words.subList(1, words.size()) : words;
    }

    private static Optional<String> manager(List<String> rest) {
        String words = String.join(
                " ",
                rest.stream().filter(word -> !word.startsWith("-")).limit(3).toList());
        return words.isEmpty() ? Optional.empty() : Optional.of(words);
    }

    /// Returns the first argument that is not an option, or the module after `-m`; the argument of an option
    /// like `-c` is code, not a name.
    private static Optional<String> path(List<String> rest) {
        for (int i = 0; i < rest.size(); i++) {
            String word = rest.get(i);
            if (word.equals("-m") && i + 1 < rest.size()) {
                return Optional.of(rest.get(i + 1));
            } else if (Set.of("-c", "-e", "-p", "-").contains(word)) {
                return Optional.empty();
            } else if (!word.startsWith("-")) {
                return file(word).isBlank() ? Optional.empty() : Optional.of(word);
            }
        }
        return Optional.empty();
    }

    /// Returns the last part of a path.
    static String file(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
