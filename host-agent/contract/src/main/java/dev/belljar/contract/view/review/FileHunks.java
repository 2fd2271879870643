package dev.belljar.contract.view.review;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The hunks of one file in an entry of a review, with both sides of the file as text.
///
/// `before` and `after` are null where the file does not exist; both are null with `note` set when the file is
/// binary or larger than 2 MiB; such a file has no hunks. A file that was added, deleted or renamed or whose
/// kind changed has no hunks or one hunk for everything, and so has one with more than 2,000 hunks. Control and
/// formatting characters of the file are part of both sides: clients make them visible.
public record FileHunks(
        String entry,
        String path,
        @Nullable String from,
        @Nullable String before,
        @Nullable String after,
        @Nullable String note,
        List<Hunk> hunks) {
    public FileHunks {
        hunks = List.copyOf(hunks);
    }

    /// A group of neighbouring changed lines; `index` is its number in the file, from 0. Lines are numbered from 1; a
    /// hunk that only adds lines has `oldLines` 0 and `oldStart` at the line after which they are inserted, and the
    /// same is true for removed lines and `newStart`. `heading` is the line of the file that begins the surrounding
    /// function, empty if there is none.
    public record Hunk(int index, int oldStart, int oldLines, int newStart, int newLines, String heading) {}
}
