package dev.belljar.agent.environment;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Writes a program and its arguments as a command for a shell.
final class ShellWords {
    private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z_./:@%+=,-]+");

    private ShellWords() {}

    static String joined(List<?> words) {
        return words.stream().map(word -> quoted(String.valueOf(word))).collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
