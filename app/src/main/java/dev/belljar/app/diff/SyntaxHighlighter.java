package dev.belljar.app.diff;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Finds the parts of a line of code to colour: comments, strings, keywords, numbers, types and calls of
/// common languages.
final class SyntaxHighlighter {
    /// A range with the name of its colour.
    record StyledSpan(int start, int end, String colour) {}

    private static final String KEYS = "abstract|and|as|async|await|boolean|break|case|catch|class|const|continue|def"
            + "|default|do|elif|else|enum|except|export|extends|false|final|finally|fn|for|from|func|function|if|impl"
            + "|implements|import|in|instanceof|int|interface|is|lambda|let|long|match|mut|new|None|not|null|of|or"
            + "|package|private|protected|pub|public|raise|readonly|record|return|self|static|struct|super|switch"
            + "|this|throw|throws|true|True|False|try|type|typeof|undefined|use|var|void|while|with|yield";
    private static final Pattern CODE =
            Pattern.compile("(?<note>//.*|/\\*.*?(?:\\*/|$)|^\\s*\\*.*|(?<=^|\\s)#(?!\\{).*)"
                    + "|(?<str>'[^'\\\\]*(?:\\\\.[^'\\\\]*)*'|\"[^\"\\\\]*(?:\\\\.[^\"\\\\]*)*\"|`[^`]*`)"
                    + "|(?<key>\\b(?:" + KEYS + ")\\b)"
                    + "|(?<num>\\b\\d[\\d_.xa-fA-F]*\\b)"
                    + "|(?<type>\\b[A-Z][A-Za-z0-9]*\\b)"
                    + "|(?<fn>\\b[a-z_][A-Za-z0-9_]*(?=\\())");
    private static final List<String> GROUPS = List.of("note", "str", "key", "num", "type", "fn");

    private SyntaxHighlighter() {}

    /// Returns the spans of a line in order; all other text has none.
    static List<StyledSpan> of(String line) {
        List<StyledSpan> spans = new ArrayList<>();
        Matcher matcher = CODE.matcher(line);
        while (matcher.find()) {
            for (String group : GROUPS) {
                if (matcher.group(group) != null) {
                    spans.add(new StyledSpan(matcher.start(), matcher.end(), "code-" + group));
                }
            }
        }
        return spans;
    }
}
