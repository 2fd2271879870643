package dev.belljar.contract.view.review;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// The conflicts in one file. `digest` identifies the three versions of the file and belongs into its
/// resolution.
///
/// With `note` set, the conflict cannot be shown by hunks, for the reason that the note gives in words, for
/// example "The file is binary."; only the whole version of the project or of the sandbox can be chosen.
/// Control and formatting characters of the file are part of the text of hunks: clients make them visible.
public record FileConflict(
        String path, String digest, @Nullable String note, List<ConflictHunk> hunks) {
    public FileConflict {
        hunks = List.copyOf(hunks);
    }

    /// Neighbouring lines that the user and the sandbox changed in different ways: as they were when the
    /// sandbox was created (`base`), and as both have them now. `index` is the number of the hunk in the file,
    /// from 0.
    public record ConflictHunk(int index, ConflictLines base, ConflictLines project, ConflictLines sandbox) {}

    /// Lines of one version of the file. They are numbered from 1; if there are none, `start` is the line after
    /// which they would be.
    public record ConflictLines(int start, int lines, String text) {}
}
