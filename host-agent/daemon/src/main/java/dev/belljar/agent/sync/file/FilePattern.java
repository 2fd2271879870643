package dev.belljar.agent.sync.file;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.contract.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A pattern for paths in the workspace: the path of a file, or of a folder with everything in it. `?` and `*`
/// stand for characters of one name, `**` for any number of folders.
record FilePattern(String text, String start, Pattern regex) {
    private static final int LONGEST = 1_000;
    private static final int WILDCARDS = 12;

    /// Reads a pattern.
    ///
    /// @throws SyncException when it is not a relative path, or contains too many wildcards
    static FilePattern parse(String text) throws SyncException {
        String shown = text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : VisibleText.line(text);
        if (text.isEmpty() || text.length() > LONGEST || !shown.equals(text) || text.startsWith("/")) {
            throw refused(shown, "expected a path relative to the workspace, without control characters");
        }
        List<String> names = List.of(text.replaceAll("/+$", "").split("/", -1));
        if (names.stream().anyMatch(name -> name.isEmpty() || name.equals("..") || name.equals("."))) {
            throw refused(shown, "no name in it may be empty, \".\" or \"..\"");
        }
        if (text.chars().filter(c -> c == '*').count() > WILDCARDS) {
            throw refused(shown, "expected at most " + WILDCARDS + " stars");
        }
        List<String> literal = new ArrayList<>();
        StringBuilder regex = new StringBuilder();
        boolean plain = true;
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            plain &= name.indexOf('*') < 0 && name.indexOf('?') < 0;
            if (plain) {
                literal.add(name);
            }
            boolean last = i == names.size() - 1;
            regex.append(name.equals("**") ? last ? ".+" : "(?:.+/)?" : name(name) + (last ? "" : "/"));
        }
        return new FilePattern(text, String.join("/", literal), Pattern.compile(regex + "(?:/.*)?", Pattern.DOTALL));
    }

    /// True if the pattern matches this path or a folder that contains it.
    boolean matches(String path) {
        return regex.matcher(path).matches();
    }

    private static String name(String name) {
        StringBuilder regex = new StringBuilder();
        name.codePoints()
                .forEach(c ->
                        regex.append(c == '*' ? "[^/]*" : c == '?' ? "[^/]" : Pattern.quote(Character.toString(c))));
        return regex.toString().replaceAll("(\\[\\^/\\]\\*)+", "[^/]*");
    }

    private static SyncException refused(String shown, String expected) {
        return SyncFaults.refused("pattern \"" + shown + "\": " + expected, null);
    }

    /// The lines for the script that lists files: where to start.
    static byte[] starts(List<FilePattern> patterns) {
        StringBuilder lines = new StringBuilder();
        patterns.stream()
                .map(FilePattern::start)
                .distinct()
                .forEach(start -> lines.append(start).append('\n'));
        return lines.toString().getBytes(StandardCharsets.UTF_8);
    }
}
