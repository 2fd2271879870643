package dev.belljar.agent.sync;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Compares two trees of the host's repository, bounded in length and time; no attribute, filter or external diff of
/// the trees is ever followed.
final class TreeDiff {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String[] RAW = {
        "diff-tree", "-r", "-z", "-M", "--raw", "--no-abbrev", "--no-ext-diff", "--no-textconv"
    };
    private static final String[] COUNTS = {"diff-tree", "-r", "-z", "-M", "--numstat", "--no-ext-diff", "--no-textconv"
    };

    private TreeDiff() {}

    /// What differs, in git's order; `complete` is false when there was more than asked for.
    record Changes(List<RawChange> all, boolean complete) {
        Changes {
            all = List.copyOf(all);
        }
    }

    /// Lines added and removed, -1 for a binary file.
    record Lines(int added, int removed) {
        static final Lines UNKNOWN = new Lines(-1, -1);

        boolean binary() {
            return added < 0;
        }
    }

    /// The first `limit` differences between two commits.
    static Changes changes(Git git, String base, String tip, int limit) throws SyncException, InterruptedException {
        try (Records records = new Records(git, LIMIT, with(RAW, base, tip))) {
            List<RawChange> all = new ArrayList<>();
            for (RawChange change = raw(records); change != null; change = raw(records)) {
                if (all.size() == limit) {
                    return new Changes(all, false);
                }
                all.add(change);
            }
            return new Changes(all, true);
        }
    }

    /// The lines of the first `limit` differences.
    static Map<GitPath, Lines> lines(Git git, String base, String tip, int limit)
            throws SyncException, InterruptedException {
        Map<GitPath, Lines> lines = new HashMap<>();
        try (Records records = new Records(git, LIMIT, with(COUNTS, base, tip))) {
            for (String record = records.next(); record != null && lines.size() < limit; record = records.next()) {
                String[] words = record.split("\t", 3);
                String path = words.length == 3 ? words[2] : "";
                if (path.isEmpty()) {
                    needed(records.next());
                    path = needed(records.next());
                }
                lines.put(new GitPath(path), new Lines(count(words[0]), count(words.length > 1 ? words[1] : "-")));
            }
        }
        return lines;
    }

    /// The next of a raw listing, or null at its end.
    static @Nullable RawChange raw(Records records) throws SyncException, InterruptedException {
        String header = records.next();
        if (header == null) {
            return null;
        }
        String[] words = header.split(" ", -1);
        if (words.length != 5 || !header.startsWith(":") || words[4].isEmpty()) {
            throw new SyncException(SyncException.GIT, "git listed something that is no difference", null, null);
        }
        char status = words[4].charAt(0);
        GitPath first = new GitPath(needed(records.next()));
        boolean two = status == 'R' || status == 'C';
        GitPath path = two ? new GitPath(needed(records.next())) : first;
        return new RawChange(status, words[0].substring(1), words[1], words[2], words[3], path, two ? first : null);
    }

    private static String needed(@Nullable String record) throws SyncException {
        if (record == null) {
            throw new SyncException(SyncException.GIT, "git's listing ended in the middle", null, null);
        }
        return record;
    }

    private static int count(String number) {
        return number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : -1;
    }

    private static String[] with(String[] words, String base, String tip) throws SyncException {
        List<String> all = new ArrayList<>(List.of(words));
        all.add(Names.object(base));
        all.add(Names.object(tip));
        return all.toArray(String[]::new);
    }
}
