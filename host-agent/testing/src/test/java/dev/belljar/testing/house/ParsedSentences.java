package dev.belljar.testing.house;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Finds code that searches or compares a sentence written for people, to find out a fact: it fails when somebody
/// improves the sentence. Facts belong in a code, an enum or a field of their own.
///
/// It knows the sentences by the accessors of problems, events, checks and audit entries that return them, and the
/// words of the rule of a flow by the usual names of flows, decisions and events. It also knows a local variable
/// that has a sentence.
final class ParsedSentences {
    private static final String SENTENCE = "(?:\\.(?:detail|hint|title|fix)"
            + "|\\b(?:flow|row|f|net|event|decision|decided|answer|record\\.decision)(?:\\(\\))?\\.rule)\\(\\)";
    private static final String SEARCH = "\\s*\\.(?:startsWith|endsWith|contains|equals|equalsIgnoreCase|matches|split"
            + "|substring|indexOf|lastIndexOf)\\(";
    private static final Pattern PARSED = Pattern.compile(SENTENCE + "\\)?" + SEARCH
            + "|\\bswitch \\([^{}]*" + SENTENCE + "\\) \\{"
            + "|\\.matcher\\(\\s*[\\w.()]*" + SENTENCE
            + "|\\bString (\\w+) = [^;]*" + SENTENCE + "[^;]*;(?:(?!\\n {4}\\})[\\s\\S])*?(?:\\b\\1" + SEARCH
            + "|\\.matcher\\(\\1\\))");

    private ParsedSentences() {}

    /// The files of programs, not of tests, with such code.
    static List<String> in(Checkout checkout) {
        return checkout.sources().entrySet().stream()
                .filter(each -> each.getKey().contains("src/main/"))
                .filter(each -> PARSED.matcher(each.getValue().code()).find())
                .map(Map.Entry::getKey)
                .toList();
    }
}
