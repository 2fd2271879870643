package dev.belljar.app.diff;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A row of a diff: a side before and a side after, a bar in place of omitted lines, or the head of a hunk.
///
/// `hunk` is the number of the hunk that a head belongs to; for other rows it is [#NO_HUNK].
public record DiffRow(@Nullable DiffSide before, @Nullable DiffSide after, String bar, int hunk) {
    static final int NO_HUNK = -1;

    /// The kind of change of a line.
    public enum LineChange {
        SAME,
        ADDED,
        REMOVED
    }

    /// A range of a line, from `start` inclusive to `end` exclusive.
    public record ChangedRange(int start, int end) {}

    /// A line of one side; `number` counts from 1.
    public record DiffSide(int number, String text, LineChange kind, List<ChangedRange> marks) {}

    DiffRow(@Nullable DiffSide before, @Nullable DiffSide after) {
        this(before, after, "", NO_HUNK);
    }

    static DiffRow bar(String words) {
        return new DiffRow(null, null, words, NO_HUNK);
    }

    static DiffRow head(int hunk) {
        return new DiffRow(null, null, "", hunk);
    }

    boolean isBar() {
        return !bar.isEmpty();
    }

    boolean isHead() {
        return hunk != NO_HUNK;
    }

    /// True if the line is the same on both sides.
    boolean isSame() {
        return before != null && before.kind() == LineChange.SAME;
    }
}
