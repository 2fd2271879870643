package dev.belljar.app.diff;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A row of a diff: a side before and a side after, or a bar between two parts.
public record DiffRow(@Nullable DiffSide before, @Nullable DiffSide after, String bar) {
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

    static DiffRow bar(String words) {
        return new DiffRow(null, null, words);
    }

    boolean isBar() {
        return !bar.isEmpty();
    }
}
