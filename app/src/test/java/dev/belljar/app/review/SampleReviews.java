package dev.belljar.app.review;

import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.FileHunks.Hunk;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.review.ReviewQueue;
import dev.belljar.contract.view.work.FileChange;
import dev.belljar.contract.view.work.FileDiff;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Queues for review, for tests.
final class SampleReviews {
    static final FileDiff NO_FILES = new FileDiff("head", "tip", List.of(), List.of(), true);

    private SampleReviews() {}

    static ReviewQueue queue(String commit, ReviewEntry... entries) {
        return new ReviewQueue(
                commit, "base", "belljar/shop", 0, List.of(entries), NO_FILES, true, entries.length == 0);
    }

    static ReviewEntry commit(String id, FileChange... files) {
        return new ReviewEntry(id, "base", true, false, "subject of " + id, "agent", 0, List.of(files));
    }

    static ReviewEntry uncommitted(String id, FileChange... files) {
        return new ReviewEntry(id, "base", false, false, "", "", 0, List.of(files));
    }

    static ReviewEntry merge(String id, FileChange... files) {
        return new ReviewEntry(id, "base", true, true, "merge", "agent", 0, List.of(files));
    }

    static FileChange file(String path) {
        return file(path, null);
    }

    static FileChange file(String path, @Nullable String risk) {
        return new FileChange("M", path, null, 2, 0, false, risk);
    }

    /// A changed file whose content is known by this name.
    static FileChange content(String path, String content) {
        return new FileChange("M", path, null, 2, 0, false, null, content);
    }

    /// A file in which each of these words was added after a plain line; each is a hunk.
    static FileHunks hunks(String path, String... added) {
        return hunks(path, "line %d\n", added);
    }

    /// The same with plain lines that are all alike.
    static FileHunks alike(String path, String... added) {
        return hunks(path, "line\n", added);
    }

    private static FileHunks hunks(String path, String plainLine, String... added) {
        StringBuilder before = new StringBuilder();
        StringBuilder after = new StringBuilder();
        Hunk[] hunks = new Hunk[added.length];
        int line = 0;
        for (int i = 0; i < added.length; i++) {
            for (int plain = 0; plain < 8; plain++) {
                String text = plainLine.formatted(i * 8 + plain);
                before.append(text);
                after.append(text);
                line++;
            }
            after.append(added[i]).append('\n');
            hunks[i] = new Hunk(i, line, 0, line + i + 1, 1, "");
        }
        String last = plainLine.formatted(line).repeat(3);
        before.append(last);
        after.append(last);
        return new FileHunks("entry", path, null, before.toString(), after.toString(), null, List.of(hunks));
    }
}
