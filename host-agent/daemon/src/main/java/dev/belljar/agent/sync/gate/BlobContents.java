package dev.belljar.agent.sync.gate;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.contract.view.work.FileContents;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Contents of files inside trees, up to a size that a person can look at.
public record BlobContents(GitRunner git) {
    /// Bytes of the largest file that is shown or divided into hunks.
    public static final int LARGEST = 2 << 20;

    /// Lines of the longest text that is shown: each takes memory where it is shown.
    private static final int MOST_LINES = 100_000;

    private static final int SNIFFED = 8000;
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /// One entry of a tree.
    public record TreeEntry(String mode, String id) {
        public boolean module() {
            return mode.equals("160000");
        }

        boolean folder() {
            return mode.equals("040000");
        }
    }

    /// The entry at a path of a commit, looked up folder by folder so that no name is ever a pattern.
    public Optional<TreeEntry> entry(String commit, GitPath path) throws SyncException, InterruptedException {
        String unfit = path.unfit();
        if (unfit != null) {
            throw SyncFaults.refused("path " + path.brief() + ": " + unfit, "Use a path as listed by `belljar diff`.");
        }
        String at = RefNames.object(commit);
        TreeEntry found = null;
        for (String component : path.components()) {
            if (found != null && !found.folder()) {
                return Optional.empty();
            }
            found = child(found == null ? at : found.id(), component);
            if (found == null) {
                return Optional.empty();
            }
        }
        return Optional.ofNullable(found);
    }

    /// Both sides of a path, as text.
    public FileContents contents(String shown, @Nullable TreeEntry before, @Nullable TreeEntry after)
            throws SyncException, InterruptedException {
        if ((before != null && before.module()) || (after != null && after.module())) {
            return new FileContents(shown, null, null, "A submodule. Its contents are not synced.");
        }
        TreeEntry newest = after == null ? before : after;
        if (newest != null && newest.folder()) {
            throw SyncFaults.refused(shown + " is a folder, not a file", "Name a file in it.");
        }
        Side left;
        Side right;
        try (BlobReader reader = new BlobReader(git, OperationDeadline.in(LIMIT))) {
            left = side(reader, before);
            right = side(reader, after);
        }
        String note = left.note() != null ? left.note() : right.note();
        return note == null
                ? new FileContents(shown, left.text(), right.text(), null)
                : new FileContents(shown, null, null, note);
    }

    private record Side(@Nullable String text, @Nullable String note) {}

    private static Side side(BlobReader reader, @Nullable TreeEntry entry) throws SyncException, InterruptedException {
        // Where a folder became a file, the file had no content before.
        if (entry == null || entry.folder()) {
            return new Side(null, null);
        }
        Optional<byte[]> bytes = reader.read(entry.id(), LARGEST);
        if (bytes.isEmpty()) {
            return new Side(null, "Larger than 2 MiB.");
        }
        if (binary(bytes.get())) {
            return new Side(null, "A binary file.");
        }
        return text(bytes.get())
                ? new Side(new String(bytes.get(), StandardCharsets.UTF_8), null)
                : new Side(null, "More than 100,000 lines.");
    }

    /// True if a file with these contents is shown as text.
    public static boolean text(byte[] bytes) {
        return !binary(bytes) && lines(bytes) <= MOST_LINES;
    }

    private static int lines(byte[] bytes) {
        int lines = 0;
        for (byte each : bytes) {
            lines += each == '\n' ? 1 : 0;
        }
        return lines;
    }

    private static boolean binary(byte[] bytes) {
        for (int i = 0; i < Math.min(bytes.length, SNIFFED); i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    private @Nullable TreeEntry child(String tree, String name) throws SyncException, InterruptedException {
        try (GitRecords entries = new GitRecords(git, LIMIT, "ls-tree", "-z", "--full-tree", tree)) {
            for (String entry = entries.next(); entry != null; entry = entries.next()) {
                int tab = entry.indexOf('\t');
                if (entry.substring(tab + 1).equals(name)) {
                    String[] words = entry.substring(0, tab).split(" ");
                    return new TreeEntry(words[0], words[2]);
                }
            }
            return null;
        }
    }
}
