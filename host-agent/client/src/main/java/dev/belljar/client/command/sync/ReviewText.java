package dev.belljar.client.command.sync;

import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The text of a review: entries, files with their risks, and hunks as in a unified diff.
final class ReviewText {
    private static final int CONTEXT = 3;

    private ReviewText() {}

    /// The title of an entry.
    static String title(ReviewEntry entry) {
        return entry.committed()
                ? "commit %.10s  %s (%s)%s"
                        .formatted(entry.id(), entry.subject(), entry.author(), entry.merge() ? "  [merge]" : "")
                : "uncommitted changes";
    }

    /// A file with its risk.
    static String file(FileChange file) {
        String from = file.from() == null ? "" : file.from() + " → ";
        String risk = file.risk() == null ? "" : "   ▲ " + file.risk();
        return "%s %s%s%s".formatted(file.status(), from, file.path(), risk);
    }

    /// What the review says about the whole work, after its entries.
    static List<String> summary(ReviewQueue queue) {
        List<String> lines = new ArrayList<>();
        if (!queue.own().files().isEmpty()) {
            lines.add("Your own uncommitted changes from when the sandbox was created: "
                    + SyncTargetOptions.files(queue.own().files().size()));
        }
        if (!queue.complete()) {
            lines.add("There are more commits or files than are listed. You can only accept all of them together.");
        }
        return lines;
    }

    /// The lines of one hunk, with its surroundings.
    static List<String> hunk(FileHunks file, FileHunks.Hunk hunk) {
        List<String> before = lines(file.before());
        List<String> after = lines(file.after());
        int from = hunk.oldLines() == 0 ? hunk.oldStart() : hunk.oldStart() - 1;
        int to = from + hunk.oldLines();
        int first = Math.max(0, from - CONTEXT);
        int last = Math.min(before.size(), to + CONTEXT);
        int added = hunk.newLines() == 0 ? hunk.newStart() : hunk.newStart() - 1;
        List<String> shown = new ArrayList<>();
        shown.add("@@ -%d,%d +%d,%d @@ %s"
                .formatted(hunk.oldStart(), hunk.oldLines(), hunk.newStart(), hunk.newLines(), hunk.heading()));
        before.subList(first, Math.min(from, before.size())).forEach(line -> shown.add(" " + line));
        before.subList(Math.min(from, before.size()), Math.min(to, before.size()))
                .forEach(line -> shown.add("-" + line));
        after.subList(Math.min(added, after.size()), Math.min(added + hunk.newLines(), after.size()))
                .forEach(line -> shown.add("+" + line));
        before.subList(Math.min(to, last), last).forEach(line -> shown.add(" " + line));
        return shown;
    }

    // Lines end only with a line feed, and characters that could mislead are shown as their codes.
    private static List<String> lines(@Nullable String text) {
        if (text == null || text.isEmpty()) {
            return List.of();
        }
        String whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        return List.of(VisibleText.escaped(whole, "\n\t").split("\n", -1));
    }
}
