package dev.belljar.app.diff;

import com.github.difflib.DiffUtils;
import com.github.difflib.algorithm.DiffAlgorithmListener;
import com.github.difflib.patch.AbstractDelta;
import com.github.difflib.patch.ChangeDelta;
import com.github.difflib.patch.Chunk;
import dev.belljar.app.diff.DiffRow.ChangedRange;
import dev.belljar.app.diff.DiffRow.DiffSide;
import dev.belljar.app.diff.DiffRow.LineChange;
import dev.belljar.app.text.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Compares two texts line by line and, in changed lines, word by word.
///
/// Lines come from the guest, so each is cut at 2,000 characters, a length that can be drawn.
public final class DiffMaker {
    private static final Texts TEXTS = Texts.of(DiffMaker.class);
    /// The number of equal lines that are shown before and after a change.
    static final int AROUND = 4;
    private static final int LONGEST = 2_000;
    private static final int MOST_FOR_WORDS = 400;
    /// The most differing lines that are compared one by one: the time grows with the square of their number, and a
    /// guest chooses it.
    private static final int MOST_DIFFERENT = 1_000;
    /// The rows of which the words are compared.
    private static final int MOST_WITH_WORDS = 5_000;

    private static final Pattern WORDS = Pattern.compile("(?<=\\W)|(?=\\W)");

    private DiffMaker() {}

    /// Returns the rows of the comparison; a bar replaces each run of omitted equal lines.
    public static List<DiffRow> rows(String before, String after) {
        return rows(before, after, 0, 0);
    }

    /// Returns the rows of the comparison of two pieces of text, of which `oldBefore` and `newBefore` lines come first.
    public static List<DiffRow> rows(String before, String after, int oldBefore, int newBefore) {
        List<DiffRow> rows = new ArrayList<>();
        compare(lines(before), lines(after), oldBefore, newBefore, rows);
        return fold(rows);
    }

    /// Adds the rows of two pieces of text, of which `oldBefore` and `newBefore` lines come first.
    static void compare(List<String> old, List<String> fresh, int oldBefore, int newBefore, List<DiffRow> rows) {
        int at = 0;
        int shift = 0;
        for (AbstractDelta<String> delta : deltas(old, fresh)) {
            Chunk<String> source = delta.getSource();
            Chunk<String> target = delta.getTarget();
            same(old.subList(at, source.getPosition()), oldBefore + at, newBefore + at + shift, rows);
            changed(source, target, oldBefore, newBefore, rows);
            at = source.getPosition() + source.size();
            shift = target.getPosition() + target.size() - at;
        }
        same(old.subList(at, old.size()), oldBefore + at, newBefore + at + shift, rows);
    }

    /// The differences of two texts; one for everything between their equal ends if they are too different.
    private static List<AbstractDelta<String>> deltas(List<String> old, List<String> fresh) {
        try {
            return DiffUtils.diff(old, fresh, new DifferenceLimit()).getDeltas();
        } catch (TooDifferentException e) {
            int most = Math.min(old.size(), fresh.size());
            int first = 0;
            while (first < most && old.get(first).equals(fresh.get(first))) {
                first++;
            }
            int last = 0;
            while (last < most - first && old.get(old.size() - 1 - last).equals(fresh.get(fresh.size() - 1 - last))) {
                last++;
            }
            return List.of(new ChangeDelta<>(
                    new Chunk<>(first, old.subList(first, old.size() - last)),
                    new Chunk<>(first, fresh.subList(first, fresh.size() - last))));
        }
    }

    private static final class TooDifferentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private TooDifferentException() {
            super(null, null, false, false);
        }
    }

    /// Ends a comparison after so many differing lines.
    private static final class DifferenceLimit implements DiffAlgorithmListener {
        @Override
        public void diffStart() {
            // Only the steps count.
        }

        @Override
        public void diffStep(int differences, int most) {
            if (differences > MOST_DIFFERENT) {
                throw new TooDifferentException();
            }
        }

        @Override
        public void diffEnd() {
            // Only the steps count.
        }
    }

    static List<String> lines(String text) {
        if (text.isEmpty()) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        for (String line : text.split("\n", -1)) {
            String plain = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            lines.add(plain.length() > LONGEST ? plain.substring(0, LONGEST) + "…" : plain);
        }
        if (lines.getLast().isEmpty()) {
            lines.removeLast();
        }
        return lines;
    }

    /// Adds equal lines, of which `oldBefore` and `newBefore` lines come first on the two sides.
    static void same(List<String> lines, int oldBefore, int newBefore, List<DiffRow> rows) {
        for (int i = 0; i < lines.size(); i++) {
            rows.add(new DiffRow(
                    new DiffSide(oldBefore + i + 1, lines.get(i), LineChange.SAME, List.of()),
                    new DiffSide(newBefore + i + 1, lines.get(i), LineChange.SAME, List.of())));
        }
    }

    private static void changed(
            Chunk<String> source, Chunk<String> target, int oldBefore, int newBefore, List<DiffRow> rows) {
        int size = Math.max(source.size(), target.size());
        for (int i = 0; i < size; i++) {
            String left = i < source.size() ? source.getLines().get(i) : null;
            String right = i < target.size() ? target.getLines().get(i) : null;
            boolean whole = rows.size() >= MOST_WITH_WORDS;
            List<ChangedRange> leftMarks =
                    left == null || right == null || whole ? List.of() : marks(left, right, true);
            List<ChangedRange> rightMarks =
                    left == null || right == null || whole ? List.of() : marks(left, right, false);
            int old = oldBefore + source.getPosition() + i + 1;
            int fresh = newBefore + target.getPosition() + i + 1;
            rows.add(new DiffRow(
                    left == null ? null : new DiffSide(old, left, LineChange.REMOVED, leftMarks),
                    right == null ? null : new DiffSide(fresh, right, LineChange.ADDED, rightMarks)));
        }
    }

    /// The words of one line that differ from the other's; empty if the lines have little in common.
    private static List<ChangedRange> marks(String left, String right, boolean ofLeft) {
        if (left.length() > MOST_FOR_WORDS || right.length() > MOST_FOR_WORDS) {
            return List.of();
        }
        List<String> a = List.of(WORDS.split(left));
        List<String> b = List.of(WORDS.split(right));
        List<ChangedRange> marks = new ArrayList<>();
        int marked = 0;
        for (AbstractDelta<String> delta : DiffUtils.diff(a, b).getDeltas()) {
            Chunk<String> chunk = ofLeft ? delta.getSource() : delta.getTarget();
            int start = length((ofLeft ? a : b).subList(0, chunk.getPosition()));
            int length = length(chunk.getLines());
            if (length > 0) {
                // A blank between two changed words belongs to the change visually.
                boolean near = !marks.isEmpty() && start - marks.getLast().end() <= 1;
                int from = near ? marks.removeLast().start() : start;
                marks.add(new ChangedRange(from, start + length));
                marked += length;
            }
        }
        int whole = (ofLeft ? left : right).strip().length();
        return marked > whole * 0.7 ? List.of() : marks;
    }

    private static int length(List<String> words) {
        return words.stream().mapToInt(String::length).sum();
    }

    /// Replaces equal lines that are far from any change by bars.
    private static List<DiffRow> fold(List<DiffRow> rows) {
        boolean[] near = new boolean[rows.size()];
        for (int i = 0; i < rows.size(); i++) {
            if (!rows.get(i).isSame()) {
                for (int n = Math.max(0, i - AROUND); n <= Math.min(rows.size() - 1, i + AROUND); n++) {
                    near[n] = true;
                }
            }
        }
        List<DiffRow> shown = new ArrayList<>();
        int left = 0;
        for (int i = 0; i < rows.size(); i++) {
            if (near[i]) {
                left = bar(shown, left);
                shown.add(rows.get(i));
            } else {
                left++;
            }
        }
        bar(shown, left);
        return shown;
    }

    /// Adds a bar for this many omitted lines, if there are any; returns 0.
    static int bar(List<DiffRow> shown, int left) {
        if (left > 0) {
            shown.add(DiffRow.bar(TEXTS.get("diff.same", left)));
        }
        return 0;
    }
}
