package dev.belljar.agent.sync.text;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.eclipse.jgit.diff.Edit;
import org.eclipse.jgit.diff.HistogramDiff;
import org.eclipse.jgit.diff.RawText;

/// Compares, divides and merges texts line by line, as bytes, so that nothing of them is lost.
///
/// A line ends with a line feed; a carriage return is part of its line. The algorithms are JGit's: a histogram
/// difference without its fallback, whose time would grow with the product of both lengths, and the three-way
/// merge on top of it. Both end at a limit.
public final class LineText {
    /// A text with more hunks is one hunk: nobody decides about each of so many.
    public static final int HUNKS = 2_000;

    /// Changes with at most so many unchanged lines between them are one hunk.
    private static final int GAP = 3;

    private LineText() {}

    /// The hunks that turn `before` into `after`, in order. If they are too many or need too many comparisons, one hunk
    /// contains all changes. Decisions name hunks by their numbers, so these never depend on the time it takes.
    ///
    /// @throws SyncException `sync.refused` when it takes too long
    public static List<LineHunk> hunks(byte[] before, byte[] after) throws SyncException {
        return hunks(before, after, new BoundedComparator());
    }

    static List<LineHunk> hunks(byte[] before, byte[] after, BoundedComparator comparator) throws SyncException {
        RawText old = new RawText(before);
        RawText young = new RawText(after);
        try {
            return hunks(old, young, comparator);
        } catch (BoundedComparator.ComparisonLimitReached e) {
            if (!e.inTime()) {
                throw SyncFaults.refused(
                        "comparing the two versions of this file takes too long", "Accept or skip the whole file.");
            }
            return List.of(new LineHunk(0, old.size(), 0, young.size()));
        }
    }

    private static List<LineHunk> hunks(RawText old, RawText young, BoundedComparator comparator) {
        List<LineHunk> hunks = new ArrayList<>();
        for (Edit edit : histogram().diff(comparator, old, young)) {
            add(hunks, new LineHunk(edit.getBeginA(), edit.getEndA(), edit.getBeginB(), edit.getEndB()));
        }
        return hunks.size() > HUNKS ? List.of(hunks.getFirst().with(hunks.getLast())) : List.copyOf(hunks);
    }

    /// The number of hunks; empty if finding them takes more than a moment.
    public static OptionalInt count(byte[] before, byte[] after) {
        try {
            return OptionalInt.of(hunks(new RawText(before), new RawText(after), BoundedComparator.quick())
                    .size());
        } catch (BoundedComparator.ComparisonLimitReached e) {
            return OptionalInt.empty();
        }
    }

    /// One hunk for everything, or none if both texts are empty.
    public static List<LineHunk> all(byte[] before, byte[] after) {
        int old = SplitText.of(before).lines();
        int young = SplitText.of(after).lines();
        return old + young == 0 ? List.of() : List.of(new LineHunk(0, old, 0, young));
    }

    private static void add(List<LineHunk> hunks, LineHunk next) {
        if (!hunks.isEmpty() && next.oldFrom() - hunks.getLast().oldTo() <= GAP) {
            hunks.add(hunks.removeLast().with(next));
        } else {
            hunks.add(next);
        }
    }

    /// `before` with only these of its `hunks` applied, given by their numbers.
    public static byte[] apply(byte[] before, byte[] after, List<LineHunk> hunks, Set<Integer> accepted) {
        SplitText old = SplitText.of(before);
        SplitText young = SplitText.of(after);
        ByteArrayOutputStream text = new ByteArrayOutputStream(Math.max(before.length, after.length));
        int at = 0;
        for (int i = 0; i < hunks.size(); i++) {
            LineHunk hunk = hunks.get(i);
            copy(old, at, hunk.oldFrom(), text);
            if (accepted.contains(i)) {
                copy(young, hunk.newFrom(), hunk.newTo(), text);
            } else {
                copy(old, hunk.oldFrom(), hunk.oldTo(), text);
            }
            at = hunk.oldTo();
        }
        copy(old, at, old.lines(), text);
        return text.toByteArray();
    }

    /// The text that has the changes of both sides to `base`; empty if they change the same lines in different ways,
    /// or if comparing them takes too long.
    public static Optional<byte[]> merge(byte[] base, byte[] ours, byte[] theirs) {
        if (Arrays.equals(base, ours) || Arrays.equals(ours, theirs)) {
            return Optional.of(theirs);
        }
        if (Arrays.equals(base, theirs)) {
            return Optional.of(ours);
        }
        return TextMerge.of(base, ours, theirs)
                .filter(merged -> merged.hunks() == 0)
                .map(merged -> merged.text(List.of()));
    }

    /// The first of the accepted hunks that cannot be merged with `ours` on its own; empty if each of the first
    /// hundred can.
    public static Optional<Integer> conflicting(
            byte[] before, byte[] after, List<LineHunk> hunks, Set<Integer> accepted, byte[] ours) {
        return accepted.stream()
                .sorted()
                .limit(100)
                .filter(each -> merge(before, ours, apply(before, after, hunks, Set.of(each)))
                        .isEmpty())
                .findFirst();
    }

    /// The numbers of all hunks except these.
    public static Set<Integer> others(List<LineHunk> hunks, Set<Integer> skipped) {
        Set<Integer> others = new HashSet<>();
        for (int i = 0; i < hunks.size(); i++) {
            if (!skipped.contains(i)) {
                others.add(i);
            }
        }
        return others;
    }

    private static HistogramDiff histogram() {
        HistogramDiff diff = new HistogramDiff();
        diff.setFallbackAlgorithm(null);
        return diff;
    }

    private static void copy(SplitText text, int from, int to, ByteArrayOutputStream out) {
        out.write(text.bytes(), text.start(from), text.start(to) - text.start(from));
    }
}
