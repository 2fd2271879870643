package dev.belljar.agent.sync.git;

import dev.belljar.agent.sync.SyncException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Two trees of a repository. Any number of pairs is compared with two git processes, as `TreeDiff` compares one
/// pair.
public record TreePair(String before, String after) {
    private static final Duration COUNTING = Duration.ofSeconds(20);
    private static final int REFUSED = 100;

    // Git prints each pair as it reads it, in a line of its own before the pair's first record.
    private static final Pattern HEADER = Pattern.compile("([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64})\n");

    /// The differences of one pair, and those with impossible paths.
    public record PairChanges(
            List<RawChange> all, List<TreeDiff.RefusedPath> refused, Map<GitPath, TreeDiff.Lines> lines) {
        private PairChanges() {
            this(new ArrayList<>(), new ArrayList<>(), new HashMap<>());
        }
    }

    /// The differences of each pair, in order; `complete` is false if there are more than the limits permit.
    public record ComparedPairs(List<PairChanges> pairs, boolean complete) {
        public ComparedPairs {
            pairs = List.copyOf(pairs);
        }
    }

    /// Compares these pairs; lines are counted as far as there is time.
    public static ComparedPairs compare(
            GitRunner git, OperationDeadline deadline, List<TreePair> pairs, TreeDiff.Limits limits)
            throws SyncException, InterruptedException {
        List<PairChanges> found = new ArrayList<>();
        // Git names equal trees, too; the names of many in a row would be too long for one record.
        List<TreePair> different = new ArrayList<>();
        List<PairChanges> changed = new ArrayList<>();
        for (TreePair pair : pairs) {
            found.add(new PairChanges());
            if (!pair.before().equals(pair.after())) {
                different.add(pair);
                changed.add(found.getLast());
            }
        }
        if (different.isEmpty()) {
            return new ComparedPairs(found, true);
        }
        boolean complete = list(git, deadline, different, limits, changed);
        if (changed.stream().anyMatch(each -> !each.all().isEmpty())) {
            count(git, deadline, different, limits, changed);
        }
        return new ComparedPairs(found, complete);
    }

    private static boolean list(
            GitRunner git,
            OperationDeadline deadline,
            List<TreePair> pairs,
            TreeDiff.Limits limits,
            List<PairChanges> found)
            throws SyncException, InterruptedException {
        int count = 0;
        long bytes = 0;
        try (GitRecords records = new GitRecords(git, deadline.left(), input(pairs), words("--raw"))) {
            Position position = new Position();
            for (String record = records.next(); record != null; record = records.next()) {
                String header = position.after(record);
                if (header.isEmpty()) {
                    continue;
                }
                PairChanges changes = found.get(position.pair);
                RawChange change = TreeDiff.raw(header, records, changes.refused());
                if (change == null) {
                    if (changes.refused().size() >= REFUSED) {
                        return false;
                    }
                    continue;
                }
                bytes += change.path().latin1().length();
                if (++count > limits.changes() || bytes > limits.bytes()) {
                    return false;
                }
                changes.all().add(change);
            }
        }
        return true;
    }

    private static void count(
            GitRunner git,
            OperationDeadline deadline,
            List<TreePair> pairs,
            TreeDiff.Limits limits,
            List<PairChanges> found)
            throws SyncException, InterruptedException {
        Duration left = deadline.left();
        Duration limited = left.compareTo(COUNTING) < 0 ? left : COUNTING;
        try (GitRecords records = new GitRecords(git, limited, input(pairs), words("--numstat"))) {
            Position position = new Position();
            int count = 0;
            try {
                for (String record = records.next();
                        record != null && count < limits.changes();
                        record = records.next()) {
                    String counted = position.after(record);
                    if (!counted.isEmpty()) {
                        int _ = TreeDiff.count(
                                counted, records, found.get(position.pair).lines());
                        count++;
                    }
                }
            } catch (SyncException e) {
                if (!records.late()) {
                    throw e;
                }
            }
        }
    }

    // Which pair the records belong to.
    private static final class Position {
        private int pair = -1;

        // The record without the headers at its beginning.
        private String after(String record) {
            String rest = record;
            for (Matcher header = HEADER.matcher(rest); header.lookingAt(); header = HEADER.matcher(rest)) {
                pair++;
                rest = rest.substring(header.end());
            }
            return rest;
        }
    }

    private static byte[] input(List<TreePair> pairs) throws SyncException {
        StringBuilder lines = new StringBuilder();
        for (TreePair pair : pairs) {
            lines.append(RefNames.object(pair.before())).append(' ');
            lines.append(RefNames.object(pair.after())).append('\n');
        }
        return lines.toString().getBytes(StandardCharsets.US_ASCII);
    }

    private static String[] words(String format) {
        return new String[] {
            "diff-tree", "--stdin", "-r", "-z", "-M", format, "--no-abbrev", "--no-ext-diff", "--no-textconv"
        };
    }
}
