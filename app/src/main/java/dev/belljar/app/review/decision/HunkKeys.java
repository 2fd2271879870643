package dev.belljar.app.review.decision;

import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.FileHunks.Hunk;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Names hunks by their text, so that a decision about a hunk is used again only for the same text.
///
/// The name is a SHA-256 hash of the removed and added lines with three lines around them: the text comes from the
/// guest, which must not be able to make another text with the same name.
final class HunkKeys {
    private static final int AROUND = 3;

    private final String[] before;
    private final String[] after;

    private HunkKeys(FileHunks file) {
        before = lines(file.before());
        after = lines(file.after());
    }

    /// Returns the names of the hunks of a file, in their order; one name for a file without hunks.
    static List<String> of(FileHunks file) {
        HunkKeys keys = new HunkKeys(file);
        if (file.hunks().isEmpty()) {
            return List.of(keys.digest(0, keys.before.length, 0, keys.after.length));
        }
        List<String> names = new ArrayList<>();
        for (Hunk hunk : file.hunks()) {
            names.add(keys.digest(
                    start(hunk.oldStart(), hunk.oldLines()),
                    hunk.oldLines(),
                    start(hunk.newStart(), hunk.newLines()),
                    hunk.newLines()));
        }
        return names;
    }

    /// True for a name that only one of these hunks has. Of hunks with the same text, none can be told from the others.
    static Predicate<String> single(List<String> keys) {
        Map<String, Long> counts = keys.stream().collect(Collectors.groupingBy(key -> key, Collectors.counting()));
        return key -> counts.getOrDefault(key, 0L) == 1;
    }

    private static int start(int first, int lines) {
        return lines == 0 ? first : first - 1;
    }

    private static String[] lines(@Nullable String text) {
        return text == null ? new String[0] : text.split("\n", -1);
    }

    private String digest(int oldStart, int oldLines, int newStart, int newLines) {
        try {
            MessageDigest sha = MessageDigest.getInstance("SHA-256");
            add(sha, before, oldStart - AROUND, oldStart);
            add(sha, before, oldStart, oldStart + oldLines);
            add(sha, after, newStart, newStart + newLines);
            add(sha, after, newStart + newLines, newStart + newLines + AROUND);
            return HexFormat.of().formatHex(sha.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /// Adds the number of lines and the lines, so that no line can be taken for the beginning of another part.
    private static void add(MessageDigest sha, String[] lines, int from, int to) {
        int first = Math.clamp(from, 0, lines.length);
        int last = Math.clamp(to, first, lines.length);
        sha.update((byte) '@');
        sha.update(Integer.toString(last - first).getBytes(StandardCharsets.UTF_8));
        for (int i = first; i < last; i++) {
            sha.update((byte) '\n');
            sha.update(lines[i].getBytes(StandardCharsets.UTF_8));
        }
    }
}
