package dev.belljar.agent.sync.gate;

import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.contract.text.VisibleText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Finds risky names among new paths: a name that equals another one on a lenient file system, a new folder
/// whose name begins with a dot, a misleading name, or one that programs misinterpret.
///
/// Only the folders and names around new paths are stored, as a tree, so that memory grows with the changes and
/// not with the project.
final class TreeNames {
    private static final int MOST = 400_000;
    /// Names stored for each change, above which there are too many new names, and the minimum for all of them.
    private static final int EACH = 5;

    private static final int LEAST = 10_000;
    private static final int SAME = 4;
    private static final int SHOWN = 100;
    // Characters with ordinary uses in texts that are invisible in names.
    private static final String BLANK = "\u180b\u180c\u180d\u180f\u2800\ufe0e\ufe0f";

    private final Node top = new Node();
    private final Set<GitPath> gone = new HashSet<>();
    private final int most;
    private int nodes;

    TreeNames(int changes) {
        this.most = Math.clamp((long) EACH * changes, LEAST, MOST);
    }

    /// One name on the way to a new path, under its folded form.
    private static final class Node {
        private final Map<String, Node> below = new HashMap<>(1);
        private Set<String> before = Set.of();
        private Set<String> added = Set.of();
        private boolean folder;
    }

    /// The names around the paths that these changes add; `before` completes them.
    static TreeNames of(Collection<RawChange> changes) {
        TreeNames names = new TreeNames(changes.size());
        for (RawChange change : changes) {
            names.add(change);
            GitPath from = change.from();
            if (change.deleted()) {
                names.gone.add(change.path());
            } else if (from != null && change.status() == 'R') {
                names.gone.add(from);
            }
        }
        return names;
    }

    void add(RawChange change) {
        if (arrives(change)) {
            List<String> exact = change.path().components();
            List<String> folded = change.path().folded();
            Node at = top;
            for (int i = 0; i < exact.size(); i++) {
                Node next = at.below.get(folded.get(i));
                if (next == null && ++nodes > most) {
                    return; // what is not known here is asked about
                }
                at = next == null ? at.below.computeIfAbsent(folded.get(i), name -> new Node()) : next;
                at.added = with(at.added, exact.get(i));
            }
        }
    }

    /// Adds a path that the tree had before the changes, with its folded components.
    void before(GitPath path, List<String> folded) {
        Node at = top.below.get(folded.getFirst());
        if (at == null) {
            return;
        }
        List<String> exact = path.components();
        boolean stays = !gone.contains(path);
        for (int i = 0; at != null && i < exact.size(); i++) {
            at.folder |= i < exact.size() - 1;
            if (stays) {
                at.before = with(at.before, exact.get(i));
            }
            at = i + 1 < exact.size() ? at.below.get(folded.get(i + 1)) : null;
        }
    }

    private static Set<String> with(Set<String> names, String name) {
        if (names.size() == SAME || names.contains(name)) {
            return names;
        }
        Set<String> more = new HashSet<>(names);
        more.add(name);
        return Set.copyOf(more);
    }

    private static boolean arrives(RawChange change) {
        return change.status() == 'A' || change.status() == 'R' || change.status() == 'C';
    }

    /// Why the names of a new path are risky, or null if they are not.
    @Nullable
    String risk(RawChange change, ImportRules rules) {
        if (!arrives(change)) {
            return null;
        }
        List<String> exact = change.path().components();
        List<String> folded = change.path().folded();
        Node at = top;
        for (int i = 0; i < exact.size(); i++) {
            at = at.below.get(folded.get(i));
            if (at == null) {
                return "its name could not be compared with all other names: there are too many new ones";
            }
            String found = named(at, exact.get(i));
            if (found != null) {
                return found;
            }
            boolean dotted = i < exact.size() - 1 && folded.get(i).startsWith(".") && !at.folder;
            if (dotted && !rules.harmless(folded.subList(i, folded.size()))) {
                return "it is in the new folder " + shown(exact.get(i))
                        + ": tools run programs and read settings from folders whose names start with a dot";
            }
        }
        return null;
    }

    private static @Nullable String named(Node node, String name) {
        if (node.before.contains(name)) {
            return null;
        }
        if (deceptive(name)) {
            return "it has a name with invisible characters or characters that change the text direction";
        }
        String awkward = awkward(text(name));
        if (awkward != null) {
            return awkward;
        }
        for (Set<String> others : List.of(node.before, node.added)) {
            for (String other : others) {
                if (!other.equals(name)) {
                    return "it has the same name as " + shown(other)
                            + " on systems that ignore case or letter forms: one would replace the other";
                }
            }
        }
        return null;
    }

    private static boolean deceptive(String bytes) {
        if (GitPath.printable(bytes)) {
            return false;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.getBytes(StandardCharsets.ISO_8859_1)))
                    .codePoints()
                    .anyMatch(c -> !VisibleText.is(c) || BLANK.indexOf(c) >= 0);
        } catch (CharacterCodingException e) {
            return true;
        }
    }

    /// Why a name is dangerous to list, to copy or to pass to a program; null if it is not.
    private static @Nullable String awkward(String name) {
        if (name.startsWith("-")) {
            return "it has a name that starts with a dash: in `rm *` or `tar *` the name is read as an option";
        }
        if (name.contains("\\")) {
            return "it has a backslash in its name, which is a folder separator on some systems";
        }
        int last = name.codePointBefore(name.length());
        return last == '.' || Character.isSpaceChar(last)
                ? "it has a name that ends in a space or a dot: some file systems strip this character, which changes the"
                        + " name"
                : null;
    }

    private static String text(String bytes) {
        return GitPath.printable(bytes)
                ? bytes
                : new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static String shown(String bytes) {
        String shown = new GitPath(bytes).shown();
        return shown.length() > SHOWN ? shown.substring(0, SHOWN) + "…" : shown;
    }
}
