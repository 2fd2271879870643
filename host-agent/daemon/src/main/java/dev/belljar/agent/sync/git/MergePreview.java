package dev.belljar.agent.sync.git;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What git would make of a merge of two commits, without a working tree: the tree, null if git cannot merge them at
/// all, and the paths that conflict (one char per byte). `complete` is false if there are more than are listed here.
public record MergePreview(@Nullable String tree, List<String> conflicts, boolean complete) {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final int OUTPUT = 4 << 20;

    /// Git compares more files than this with each other only if they are identical.
    private static final int RENAMES = 400;

    public MergePreview {
        conflicts = List.copyOf(conflicts);
    }

    /// Merges two commits with a git that may write objects. Takes a minute at most.
    ///
    /// @throws SyncException when it takes longer
    public static MergePreview of(GitRunner git, String ours, String theirs)
            throws SyncException, InterruptedException {
        try (GitProcess merge = GitProcess.fed(
                git.config("merge.renameLimit=" + RENAMES).config("core.looseCompression=1"),
                LIMIT,
                new byte[0],
                "merge-tree",
                "--write-tree",
                "--name-only",
                "--no-messages",
                "--allow-unrelated-histories",
                "-z",
                RefNames.object(ours),
                RefNames.object(theirs))) {
            byte[] output = read(merge);
            boolean complete = output.length <= OUTPUT;
            // A git whose output is not read to its end would not end.
            int exit = complete ? merge.exit() : 1;
            return exit > 1 ? new MergePreview(null, List.of(), true) : parse(output, complete);
        }
    }

    private static byte[] read(GitProcess merge) throws SyncException {
        try (InputStream out = merge.out()) {
            return out.readNBytes(OUTPUT + 1);
        } catch (IOException e) {
            throw SyncFaults.file("git's output could not be read", e);
        }
    }

    private static MergePreview parse(byte[] output, boolean complete) throws SyncException {
        List<String> words = new ArrayList<>(List.of(new String(output, StandardCharsets.ISO_8859_1).split("\0")));
        String tree = RefNames.object(words.removeFirst().strip());
        if (!complete && !words.isEmpty()) {
            words.removeLast();
        }
        return new MergePreview(
                tree, words.stream().filter(word -> !word.isEmpty()).distinct().toList(), complete);
    }
}
