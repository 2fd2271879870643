package dev.belljar.agent.provenance;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Finds the lines that a text has in common with an earlier one.
///
/// Equal lines at the beginning and the end are matched first. Between them, lines that occur only once on both sides
/// divide the text into regions, and small regions are compared with the longest common subsequence. The guest chooses
/// the texts, so the work is limited: when the limit is reached, the remaining lines count as new.
final class LineMatch {
    /// The comparisons that one question may cost.
    static final class EffortLimit {
        private long left;

        EffortLimit(long most) {
            this.left = most;
        }

        boolean spend(long work) {
            left -= work;
            return left >= 0;
        }

        /// True once the limit was reached.
        boolean spent() {
            return left < 0;
        }
    }

    private static final int SMALL = 250_000;

    private final int[] before;
    private final int[] after;
    private final int[] match;
    private final EffortLimit effort;
    private final Deque<LineRegion> regions = new ArrayDeque<>();

    private record LineRegion(int from, int to, int start, int end) {}

    private LineMatch(int[] before, int[] after, EffortLimit effort) {
        this.before = before;
        this.after = after;
        this.match = new int[after.length];
        this.effort = effort;
    }

    /// For each line of `after` its index in `before`, -1 for a new line. Equal numbers are equal lines.
    static int[] of(int[] before, int[] after, EffortLimit effort) {
        LineMatch matching = new LineMatch(before, after, effort);
        Arrays.fill(matching.match, -1);
        matching.regions.add(new LineRegion(0, before.length, 0, after.length));
        while (!matching.regions.isEmpty() && !effort.spent()) {
            matching.split(matching.trimmed(matching.regions.poll()));
        }
        return matching.match;
    }

    private LineRegion trimmed(LineRegion all) {
        int from = all.from();
        int start = all.start();
        int to = all.to();
        int end = all.end();
        while (from < to && start < end && before[from] == after[start]) {
            match[start++] = from++;
        }
        while (from < to && start < end && before[to - 1] == after[end - 1]) {
            match[--end] = --to;
        }
        return new LineRegion(from, to, start, end);
    }

    private void split(LineRegion region) {
        long olds = (long) region.to() - region.from();
        long news = (long) region.end() - region.start();
        if (olds == 0 || news == 0) {
            return;
        }
        if (olds * news <= SMALL) {
            if (effort.spend(olds * news)) {
                longest(region);
            }
        } else if (effort.spend(olds + news)) {
            unique(region);
        }
    }

    private void longest(LineRegion region) {
        int olds = region.to() - region.from();
        int news = region.end() - region.start();
        int[][] length = new int[olds + 1][news + 1];
        for (int i = olds - 1; i >= 0; i--) {
            for (int j = news - 1; j >= 0; j--) {
                length[i][j] = before[region.from() + i] == after[region.start() + j]
                        ? length[i + 1][j + 1] + 1
                        : Math.max(length[i + 1][j], length[i][j + 1]);
            }
        }
        int i = 0;
        int j = 0;
        while (i < olds && j < news) {
            if (before[region.from() + i] == after[region.start() + j]) {
                match[region.start() + j++] = region.from() + i++;
            } else if (length[i + 1][j] >= length[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
    }

    // The lines that occur once on each side, in the longest order that both sides share.
    private void unique(LineRegion region) {
        Map<Integer, Integer> olds = once(before, region.from(), region.to());
        Map<Integer, Integer> news = once(after, region.start(), region.end());
        int[] order = new int[region.end() - region.start()];
        int count = 0;
        for (int j = region.start(); j < region.end(); j++) {
            if (isOnce(news.get(after[j])) && isOnce(olds.get(after[j]))) {
                order[count++] = j;
            }
        }
        int[] chosen = increasing(Arrays.copyOf(order, count), olds);
        int from = region.from();
        int start = region.start();
        for (int j : chosen) {
            int i = olds.getOrDefault(after[j], -1);
            match[j] = i;
            regions.add(new LineRegion(from, i, start, j));
            from = i + 1;
            start = j + 1;
        }
        if (chosen.length > 0) {
            regions.add(new LineRegion(from, region.to(), start, region.end()));
        }
    }

    private static boolean isOnce(@Nullable Integer at) {
        return at != null && at >= 0;
    }

    // The position of each line, -1 for one that occurs several times.
    private static Map<Integer, Integer> once(int[] lines, int from, int to) {
        Map<Integer, Integer> once = new HashMap<>();
        for (int i = from; i < to; i++) {
            once.merge(lines[i], i, (first, again) -> -1);
        }
        return once;
    }

    // The longest subsequence of these lines whose positions in `before` increase.
    private int[] increasing(int[] lines, Map<Integer, Integer> olds) {
        int[] tails = new int[lines.length];
        int[] previous = new int[lines.length];
        int length = 0;
        for (int k = 0; k < lines.length; k++) {
            int place = olds.getOrDefault(after[lines[k]], -1);
            int low = 0;
            int high = length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (olds.getOrDefault(after[lines[tails[middle]]], -1) < place) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            previous[k] = low == 0 ? -1 : tails[low - 1];
            tails[low] = k;
            length = Math.max(length, low + 1);
        }
        int[] chosen = new int[length];
        for (int at = length == 0 ? -1 : tails[length - 1], i = length - 1; i >= 0; i--, at = previous[at]) {
            chosen[i] = lines[at];
        }
        return chosen;
    }
}
