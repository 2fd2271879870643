package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.text.TextMerge;
import dev.belljar.agent.sync.worktree.WorktreeMerge.FileVersions;
import dev.belljar.agent.sync.worktree.WorktreeMerge.MergeOutcome;
import dev.belljar.contract.view.review.FileConflict;
import dev.belljar.contract.view.review.SyncConflicts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The conflicts of a sync as a person is shown them, up to a number and size. Not thread-safe.
final class ConflictList {
    private static final int FILES = 1_000;
    private static final int CHARS = 4 << 20;

    private final List<FileConflict> files = new ArrayList<>();
    private int chars;
    private boolean complete = true;

    /// Adds the outcome for a file if it is a conflict.
    void add(FileVersions versions, MergeOutcome outcome) {
        switch (outcome) {
            case MergeOutcome.WholeConflict whole -> add(versions, outcome, whole.reason(), List.of());
            case MergeOutcome.LineConflicts lines -> add(versions, outcome, null, hunks(lines.open()));
            default -> {
                // It has no conflict.
            }
        }
    }

    SyncConflicts all() {
        return new SyncConflicts(files, complete);
    }

    private void add(
            FileVersions versions, MergeOutcome outcome, @Nullable String note, List<FileConflict.ConflictHunk> hunks) {
        FileConflict file =
                new FileConflict(versions.path().shown(), ConflictResolver.digest(versions, outcome), note, hunks);
        int size = size(file);
        complete &= chars + size <= CHARS && files.size() < FILES;
        if (complete) {
            chars += size;
            files.add(file);
        }
    }

    private static int size(FileConflict file) {
        return file.path().length()
                + file.hunks().stream()
                        .mapToInt(each -> each.base().text().length()
                                + each.project().text().length()
                                + each.sandbox().text().length())
                        .sum();
    }

    private static List<FileConflict.ConflictHunk> hunks(List<TextMerge.TextConflict> open) {
        List<FileConflict.ConflictHunk> hunks = new ArrayList<>();
        for (TextMerge.TextConflict conflict : open) {
            hunks.add(new FileConflict.ConflictHunk(
                    hunks.size(), lines(conflict.base()), lines(conflict.project()), lines(conflict.sandbox())));
        }
        return hunks;
    }

    private static FileConflict.ConflictLines lines(TextMerge.LineRange range) {
        int count = range.to() - range.from();
        return new FileConflict.ConflictLines(count == 0 ? range.from() : range.from() + 1, count, range.text());
    }
}
