package dev.belljar.agent.sync.file;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.contract.text.VisibleText;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;
import java.util.List;

/// A pattern for paths in the workspace: the path of a file, or of a folder with everything in it. `?` and `*`
/// stand for characters of one name, `**` for any number of folders.
record FilePattern(String text, String start, List<String> names) {
    private static final String FOLDERS = "**";
    /// The most characters of a name; Linux allows 255 bytes.
    private static final int LONGEST_NAME = 255;

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
        List<String> literal = names.stream()
                .takeWhile(name -> name.indexOf('*') < 0 && name.indexOf('?') < 0)
                .toList();
        return new FilePattern(text, String.join("/", literal), names);
    }

    /// True if the pattern matches this path or a folder that contains it. The time is linear in the lengths of both
    /// for each name: a guest chooses its names, and may have proposed the pattern.
    boolean matches(String path) {
        BitSet open = new BitSet();
        open.set(0);
        for (String component : path.split("/", -1)) {
            if (component.length() > LONGEST_NAME) {
                return false;
            }
            open = after(open, component);
            if (open.get(names.size())) {
                return true;
            }
        }
        return false;
    }

    // The positions in the pattern that are reached when a position of `open` and this name are consumed.
    private BitSet after(BitSet open, String component) {
        BitSet next = new BitSet();
        for (int at = open.nextSetBit(0); at >= 0; at = open.nextSetBit(at + 1)) {
            String name = names.get(at);
            boolean last = at == names.size() - 1;
            if (name.equals(FOLDERS)) {
                next.set(last ? at + 1 : at);
                if (!last) {
                    open.set(at + 1); // no folder at all
                }
            } else if (fits(name, component)) {
                next.set(at + 1);
            }
        }
        return next;
    }

    // After a mismatch, only the newest star takes one character more.
    private static boolean fits(String name, String component) {
        int[] wanted = name.codePoints().toArray();
        int[] given = component.codePoints().toArray();
        int at = 0;
        int star = -1;
        int taken = 0;
        for (int i = 0; i < given.length; ) {
            if (at < wanted.length && wanted[at] == '*') {
                star = at++;
                taken = i;
            } else if (at < wanted.length && (wanted[at] == '?' || wanted[at] == given[i])) {
                at++;
                i++;
            } else if (star >= 0) {
                at = star + 1;
                i = ++taken;
            } else {
                return false;
            }
        }
        while (at < wanted.length && wanted[at] == '*') {
            at++;
        }
        return at == wanted.length;
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
