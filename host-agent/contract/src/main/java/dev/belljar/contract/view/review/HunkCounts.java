package dev.belljar.contract.view.review;

import java.util.List;

/// How many hunks files in an entry of a review have, in the order of their paths.
///
/// One answer contains as many files as can be counted in a moment, but at least one, if there is one. Those after the
/// last one have to be requested again.
public record HunkCounts(String entry, List<HunkCount> files) {
    /// The count that stands for "not known".
    public static final int UNKNOWN = -1;

    public HunkCounts {
        files = List.copyOf(files);
    }

    /// The number of hunks of a file, at least 1: a file without hunks can be accepted or skipped as a whole. It is
    /// [#UNKNOWN] if counting them would take too long.
    public record HunkCount(String path, int hunks) {}
}
