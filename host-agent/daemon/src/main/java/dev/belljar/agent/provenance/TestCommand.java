package dev.belljar.agent.provenance;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Recognizes commands that run tests, by their words. A program in the guest can pose as one.
final class TestCommand {
    private static final int SEARCHED = 8;

    private static final Set<String> INTERPRETERS =
            Set.of("node", "python", "ruby", "perl", "php", "bash", "sh", "dash", "zsh", "env");

    private static final Set<String> RUNNERS = Set.of(
            "ava",
            "bats",
            "ctest",
            "gotestsum",
            "jest",
            "karma",
            "mocha",
            "nextest",
            "nose2",
            "nox",
            "phpunit",
            "prove",
            "py.test",
            "pytest",
            "rspec",
            "tox",
            "unittest",
            "vitest");

    /// Programs that run tests if one of their words says so.
    private static final Set<String> BUILDERS = Set.of(
            "ant",
            "bazel",
            "bun",
            "bundle",
            "cargo",
            "composer",
            "deno",
            "dotnet",
            "go",
            "gradle",
            "gradlew",
            "just",
            "make",
            "meson",
            "mix",
            "mvn",
            "mvnw",
            "ninja",
            "npm",
            "npm-cli",
            "npx",
            "pnpm",
            "poetry",
            "rake",
            "sbt",
            "swift",
            "task",
            "uv",
            "yarn",
            "zig");

    private static final Pattern GOAL = Pattern.compile("tests?|check|verify|t|test[:_-].*|.*[:_-]tests?");
    private static final Pattern ENDING = Pattern.compile("\\.(?:[cm]?js|py|rb|pl|php|sh|phar|cmd)$");
    private static final Pattern VERSION = Pattern.compile("(?<=python|ruby|perl|php)[0-9.]+$");

    private TestCommand() {}

    /// True if the command looks like a test run.
    static boolean is(List<String> argv) {
        List<String> words = argv.subList(0, Math.min(SEARCHED, argv.size()));
        String program = words.isEmpty() ? "" : name(words.getFirst());
        if (INTERPRETERS.contains(program)) {
            // `node --test` and `python -m pytest`; a shell's `-c` starts the tests as a process of its own.
            words = words.subList(1, words.size());
            if (!words.isEmpty() && words.getFirst().equals("-m")) {
                words = words.subList(1, words.size());
            }
            program = words.isEmpty()
                    ? ""
                    : program.equals("node") && words.contains("--test") ? "jest" : name(words.getFirst());
        }
        List<String> arguments =
                words.stream().skip(1).filter(word -> !word.startsWith("-")).toList();
        return RUNNERS.contains(program)
                || (BUILDERS.contains(program)
                        && arguments.stream()
                                .anyMatch(word -> GOAL.matcher(word).matches() || RUNNERS.contains(name(word))));
    }

    private static String name(String word) {
        String file = word.substring(word.lastIndexOf('/') + 1);
        return VERSION.matcher(ENDING.matcher(file).replaceFirst("")).replaceFirst("");
    }
}
