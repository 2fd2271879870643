package dev.belljar.client.command.sandbox.run;

import java.util.ArrayList;
import java.util.List;

/// Marks the words of `belljar run` after `--`, which belong to the agent or are the command. Otherwise the parser
/// would take them for the agent and the folder.
public final class RunArguments {
    /// The hidden option that has one such word.
    static final String WORD = "--word-after-dashes";

    /// Precedes the word, which the parser would take for an option if it looks like one.
    private static final String MARK = ":";

    private RunArguments() {}

    /// The words as they were typed.
    static List<String> unmarked(List<String> words) {
        return words.stream().map(each -> each.substring(MARK.length())).toList();
    }

    /// The arguments of the program, with the words after `--` as values of the option.
    public static String[] marked(String[] args) {
        List<String> all = new ArrayList<>();
        boolean after = false;
        for (String each : args) {
            if (after) {
                all.add(WORD + "=" + MARK + each);
            } else if (each.equals("--")) {
                after = true;
            } else {
                all.add(each);
            }
        }
        return all.toArray(String[]::new);
    }
}
