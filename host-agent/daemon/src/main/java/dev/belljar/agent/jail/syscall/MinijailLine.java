package dev.belljar.agent.jail.syscall;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The words of one line of a minijail policy, from which a reader takes one after the other.
final class MinijailLine {
    private static final Pattern WORD =
            Pattern.compile("\\s+|#.*|@[a-z]+|\\|\\||&&|==|!=|<=|>=|[-\\w@.]+|[./][^\\s]*|.");
    private static final String END = "the end of the line";

    private final int number;
    private final List<String> words;
    private int at;

    private MinijailLine(int number, List<String> words) {
        this.number = number;
        this.words = words;
    }

    /// The lines of a text that have words. A line that ends with `\` continues on the next one.
    static List<MinijailLine> of(String text) {
        List<MinijailLine> lines = new ArrayList<>();
        List<String> words = new ArrayList<>();
        int number = 0;
        int first = 1;
        for (String line : text.lines().toList()) {
            number++;
            boolean continues = line.endsWith("\\");
            Matcher matcher = WORD.matcher(continues ? line.substring(0, line.length() - 1) : line);
            while (matcher.find()) {
                String word = matcher.group();
                if (!word.isBlank() && !word.startsWith("#")) {
                    words.add(word);
                }
            }
            if (!continues) {
                if (!words.isEmpty()) {
                    lines.add(new MinijailLine(first, List.copyOf(words)));
                    words.clear();
                }
                first = number + 1;
            }
        }
        if (!words.isEmpty()) {
            lines.add(new MinijailLine(first, List.copyOf(words)));
        }
        return lines;
    }

    /// True if the next word is this one, which is then skipped.
    boolean skip(String word) {
        boolean found = at < words.size() && words.get(at).equals(word);
        at += found ? 1 : 0;
        return found;
    }

    boolean startsWith(String start) {
        return at < words.size() && words.get(at).startsWith(start);
    }

    boolean ended() {
        return at == words.size();
    }

    /// The next word.
    String next(String expected) throws SyscallPolicyException {
        if (ended()) {
            throw invalid(END, expected);
        }
        return words.get(at++);
    }

    /// The next word, which must be one of these.
    String expect(String... expected) throws SyscallPolicyException {
        String all = String.join(
                " or ", Stream.of(expected).map(word -> "\"" + word + "\"").toList());
        String word = next(all);
        if (!Arrays.asList(expected).contains(word)) {
            throw invalid(word, all);
        }
        return word;
    }

    void end() throws SyscallPolicyException {
        if (!ended()) {
            throw invalid(words.get(at), END);
        }
    }

    SyscallPolicyException invalid(String found, String expected) {
        return new SyscallPolicyException(
                "line %d: found %s, expected %s"
                        .formatted(number, END.equals(found) ? found : "\"" + ShownWord.of(found) + "\"", expected),
                null);
    }

    /// The exception for a line that could be read, and cannot be used.
    SyscallPolicyException refused(String message, String hint) {
        return new SyscallPolicyException("line %d: %s".formatted(number, message), hint);
    }
}
