package dev.belljar.client.command.sandbox;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/// Moves the options of `belljar exec` that follow the sandbox's name in front of it, where the parser expects
/// them.
///
/// `exec shop -w src -- make` is `exec -w src shop -- make`. From `--`, or else from the first word that is not
/// an option, all words belong to the command.
public final class ExecArguments {
    private final CommandSpec exec;
    private final List<String> options = new ArrayList<>();
    private @Nullable String sandbox;

    private ExecArguments(CommandSpec exec) {
        this.exec = exec;
    }

    /// Returns the words after `exec` in the order that the parser expects.
    public static List<String> ordered(CommandSpec exec, List<String> words) {
        return new ExecArguments(exec).order(words);
    }

    private List<String> order(List<String> words) {
        int at = 0;
        while (at < words.size() && !words.get(at).equals("--") && (sandbox == null || isOption(words.get(at)))) {
            String word = words.get(at++);
            if (!isOption(word)) {
                sandbox = word;
                continue;
            }
            options.add(word);
            if (wantsValue(word) && at < words.size()) {
                options.add(words.get(at++));
            }
        }
        List<String> ordered = new ArrayList<>(options);
        if (sandbox != null) {
            ordered.add(sandbox);
        }
        ordered.addAll(words.subList(at, words.size()));
        return ordered;
    }

    private static boolean isOption(String word) {
        return word.length() > 1 && word.startsWith("-");
    }

    /// Returns whether the next word is the value of this one.
    private boolean wantsValue(String word) {
        if (word.startsWith("--")) {
            return takesValue(word);
        }
        for (int i = 1; i < word.length(); i++) {
            if (takesValue("-" + word.charAt(i))) {
                return i == word.length() - 1; // otherwise the rest of the word is the value
            }
        }
        return false;
    }

    private boolean takesValue(String name) {
        OptionSpec option = exec.findOption(name);
        return option != null && option.arity().min() > 0;
    }
}
