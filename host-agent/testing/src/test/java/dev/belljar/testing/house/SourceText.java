package dev.belljar.testing.house;

import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A Java source file in three parts: its code without comments and literals, its comments, and its string literals.
record SourceText(String code, String comments, String strings) {
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);", Pattern.MULTILINE);
    private static final Pattern IDENTIFIER = Pattern.compile("\\b[A-Za-z]\\w*");
    private static final Pattern TYPE = Pattern.compile(
            "^(?:(?:public|final|abstract|sealed|non-sealed|strictfp) )*(?:class|record|enum|@?interface) (\\w+)",
            Pattern.MULTILINE);

    private static final Pattern NESTED_TYPE = Pattern.compile(
            "^ +((?:(?:public|protected|private|static|final|abstract|sealed|non-sealed|strictfp) )*)"
                    + "(?:class|record|enum|@?interface) ([A-Z]\\w*)",
            Pattern.MULTILINE);

    private static final Pattern ANY_TYPE = Pattern.compile("\\b(?:class|record|enum|@?interface) ([A-Z]\\w*)");

    /// Divides a source file. Each comment and each string becomes a separate line.
    static SourceText of(String source) {
        StringBuilder code = new StringBuilder(source.length());
        StringBuilder comments = new StringBuilder();
        StringBuilder strings = new StringBuilder();
        for (int at = 0; at < source.length(); ) {
            int end = end(source, at);
            char first = source.charAt(at);
            if (first == '"' || first == '\'') {
                strings.append(source, at, end).append('\n');
            } else if (end > at + 1) {
                comments.append(source, at, end).append('\n');
            } else {
                code.append(first);
            }
            at = end;
        }
        return new SourceText(code.toString(), comments.toString(), strings.toString());
    }

    /// The name of the package, or an empty string if the file names none.
    String packageName() {
        Matcher found = PACKAGE.matcher(code);
        return found.find() ? found.group(1) : "";
    }

    /// The simple names of the file's top-level types: their declarations begin a line, those of others are indented.
    List<String> types() {
        return TYPE.matcher(code).results().map(found -> found.group(1)).toList();
    }

    /// The simple names of the file's nested types that are not private.
    List<String> nestedTypes() {
        return NESTED_TYPE
                .matcher(code)
                .results()
                .filter(found -> !found.group(1).contains("private"))
                .map(found -> found.group(2))
                .toList();
    }

    /// The simple names of the file's types, nested and local ones included.
    List<String> allTypes() {
        return ANY_TYPE.matcher(code).results().map(found -> found.group(1)).toList();
    }

    /// The different identifiers of the file's code, those of other files that it uses included.
    Set<String> identifiers() {
        return identifiers(code);
    }

    /// The different identifiers of a text in any language, words included.
    static Set<String> identifiers(String text) {
        return IDENTIFIER.matcher(text).results().map(MatchResult::group).collect(Collectors.toSet());
    }

    /// The index after the comment or literal that begins at `at`, or after one character of code.
    private static int end(String source, int at) {
        if (source.startsWith("//", at)) {
            int end = source.indexOf('\n', at);
            return end < 0 ? source.length() : end;
        }
        if (source.startsWith("/*", at)) {
            int end = source.indexOf("*/", at + 2);
            return end < 0 ? source.length() : end + 2;
        }
        char first = source.charAt(at);
        if (first != '"' && first != '\'') {
            return at + 1;
        }
        String delimiter = source.startsWith("\"\"\"", at) ? "\"\"\"" : String.valueOf(first);
        int end = at + delimiter.length();
        while (end < source.length() && !source.startsWith(delimiter, end)) {
            end += source.charAt(end) == '\\' ? 2 : 1;
        }
        return Math.min(source.length(), end + delimiter.length());
    }
}
