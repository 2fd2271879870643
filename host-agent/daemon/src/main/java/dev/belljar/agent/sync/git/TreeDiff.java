package dev.belljar.agent.sync.git;

import dev.belljar.agent.sync.SyncException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compares two trees of the host's repository, bounded in length and time; attributes, filters and external
/// diffs of the trees are ignored.
public final class TreeDiff {
    /// Time limit for counting lines; without a result no counts are shown.
    private static final Duration COUNTING = Duration.ofSeconds(20);

    private static final int REFUSED = 100;
    private static final String[] RAW = {
        "diff-tree", "-r", "-z", "-M", "--raw", "--no-abbrev", "--no-ext-diff", "--no-textconv"
    };
    private static final String[] EXACT = {
        "diff-tree", "-r", "-z", "--no-renames", "--raw", "--no-abbrev", "--no-ext-diff", "--no-textconv"
    };
    private static final String[] COUNTS = {"diff-tree", "-r", "-z", "-M", "--numstat", "--no-ext-diff", "--no-textconv"
    };

    private TreeDiff() {}

    /// The differences in git's order, and those with impossible paths; `complete` is false if there were more
    /// than the limits permit.
    public record Changes(List<RawChange> all, List<RefusedPath> refused, boolean complete) {
        public Changes {
            all = List.copyOf(all);
            refused = List.copyOf(refused);
        }
    }

    /// Limits of the number of changes and of the bytes of their paths.
    public record Limits(int changes, long bytes) {}

    /// A difference with a refused path: the beginning of the path, and why.
    public record RefusedPath(char status, String path, String why) {}

    /// Lines added and removed, -1 for a binary file.
    public record Lines(int added, int removed) {
        public static final Lines UNKNOWN = new Lines(-1, -1);
        public static final Lines TEXT = new Lines(0, 0);

        private static Lines of(String[] words) {
            return new Lines(count(words[0]), count(words.length > 1 ? words[1] : "-"));
        }

        public boolean binary() {
            return added < 0;
        }
    }

    /// The first differences between two commits or trees.
    public static Changes changes(GitRunner git, OperationDeadline deadline, String base, String tip, Limits limits)
            throws SyncException, InterruptedException {
        return changes(git, deadline, limits, with(RAW, base, tip));
    }

    /// Like `changes`, but a renamed file is one that was deleted and one that was added.
    public static Changes withoutRenames(
            GitRunner git, OperationDeadline deadline, String base, String tip, Limits limits)
            throws SyncException, InterruptedException {
        return changes(git, deadline, limits, with(EXACT, base, tip));
    }

    private static Changes changes(GitRunner git, OperationDeadline deadline, Limits limits, String[] words)
            throws SyncException, InterruptedException {
        try (GitRecords records = new GitRecords(git, deadline.left(), GitRecords.KEPT, words)) {
            List<RawChange> all = new ArrayList<>();
            List<RefusedPath> refused = new ArrayList<>();
            long bytes = 0;
            for (RawChange change = raw(records, refused); change != null; change = raw(records, refused)) {
                GitPath from = change.from();
                bytes += change.path().latin1().length()
                        + (from == null ? 0 : from.latin1().length());
                if (all.size() == limits.changes() || bytes > limits.bytes()) {
                    return new Changes(all, refused, false);
                }
                all.add(change);
            }
            return new Changes(all, refused, !records.over() && refused.size() < REFUSED);
        }
    }

    /// The line counts of the first differences; of fewer if counting takes too long.
    public static Map<GitPath, Lines> lines(
            GitRunner git, OperationDeadline deadline, String base, String tip, Limits limits)
            throws SyncException, InterruptedException {
        Map<GitPath, Lines> lines = new HashMap<>();
        Duration left = deadline.left();
        Duration limited = left.compareTo(COUNTING) < 0 ? left : COUNTING;
        try (GitRecords records = new GitRecords(git, limited, GitRecords.KEPT, with(COUNTS, base, tip))) {
            count(records, limits, lines);
            return lines;
        }
    }

    private static void count(GitRecords records, Limits limits, Map<GitPath, Lines> lines)
            throws SyncException, InterruptedException {
        long bytes = 0;
        try {
            for (String record = records.next();
                    record != null && lines.size() < limits.changes() && bytes <= limits.bytes();
                    record = records.next()) {
                bytes += count(record, records, lines);
            }
        } catch (SyncException e) {
            if (!records.late() && !records.over()) {
                throw e;
            }
        }
    }

    /// Adds the line counts that begin with this record, and returns the length of the path.
    static int count(String record, GitRecords records, Map<GitPath, Lines> lines)
            throws SyncException, InterruptedException {
        String[] words = record.split("\t", 3);
        String path = words.length == 3 ? words[2] : "";
        boolean cut = records.cut();
        if (path.isEmpty()) {
            String from = records.next();
            String to = records.next();
            if (from == null || to == null) {
                RawChange _ = ended(records);
                return 0;
            }
            path = to;
            cut = records.cut();
        }
        if (!cut) {
            lines.put(new GitPath(path), Lines.of(words));
        }
        return path.length();
    }

    /// The next difference of a raw listing with a possible path, or null at its end; skipped ones are added to
    /// `refused`.
    public static @Nullable RawChange raw(GitRecords records, List<RefusedPath> refused)
            throws SyncException, InterruptedException {
        for (String header = records.next(); header != null; header = records.next()) {
            RawChange change = raw(header, records, refused);
            if (change != null) {
                return change;
            }
        }
        return null;
    }

    /// The difference of a raw listing that begins with this record, or null if it is added to `refused` or the
    /// listing ends.
    static @Nullable RawChange raw(String header, GitRecords records, List<RefusedPath> refused)
            throws SyncException, InterruptedException {
        String[] words = header.split(" ", -1);
        if (words.length != 5 || !header.startsWith(":") || words[4].isEmpty()) {
            throw new SyncException(SyncException.GIT, "git printed a malformed list of changes", null, null);
        }
        char status = words[4].charAt(0);
        String first = records.next();
        boolean cut = records.cut();
        boolean two = status == 'R' || status == 'C';
        String second = two ? records.next() : first;
        if (first == null || second == null) {
            return ended(records);
        }
        GitPath path = new GitPath(second);
        GitPath from = two ? new GitPath(first) : null;
        GitPath unfit = from != null && from.unfit() != null ? from : path;
        String why = unfit.unfit();
        if (why == null && !cut && !records.cut()) {
            return new RawChange(status, mode(words[0].substring(1)), mode(words[1]), words[2], words[3], path, from);
        }
        if (refused.size() < REFUSED) {
            refused.add(new RefusedPath(status, unfit.brief(), String.valueOf(why)));
        }
        return null;
    }

    // Shares the strings, because there are few modes and many changes.
    private static String mode(String mode) {
        return switch (mode) {
            case "000000" -> "000000";
            case "100644" -> "100644";
            case "100755" -> "100755";
            default -> mode;
        };
    }

    // A listing above its budget may end anywhere.
    private static @Nullable RawChange ended(GitRecords records) throws SyncException {
        if (records.over()) {
            return null;
        }
        throw new SyncException(SyncException.GIT, "git's list of changes ended early", null, null);
    }

    private static int count(String number) {
        return number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : -1;
    }

    private static String[] with(String[] words, String base, String tip) throws SyncException {
        List<String> all = new ArrayList<>(List.of(words));
        all.add(RefNames.object(base));
        all.add(RefNames.object(tip));
        return all.toArray(String[]::new);
    }
}
