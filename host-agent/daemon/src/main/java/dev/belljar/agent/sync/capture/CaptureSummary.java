package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Summary of a captured tree: the number of files, the number of paths that differ from HEAD, and warnings
/// about what is not captured.
public record CaptureSummary(int files, int uncommitted, List<String> warnings) {
    private static final int NAMED = 20;
    private static final int ATTRIBUTES = 1 << 20;

    public static CaptureSummary of(GitRunner git, String tree, @Nullable String head)
            throws SyncException, InterruptedException {
        List<String> warnings = new ArrayList<>();
        int files = 0;
        String attributes = null;
        try (GitRecords entries = new GitRecords(git, GitRunner.LIMIT, "ls-tree", "-r", "-z", "--full-tree", tree)) {
            for (String entry = entries.next(); entry != null; entry = entries.next()) {
                files++;
                String name = entry.substring(entry.indexOf('\t') + 1);
                if (name.equals(".gitattributes") && entry.startsWith("100")) {
                    attributes = entry.substring(0, entry.indexOf('\t')).split(" ")[2];
                }
                if (entry.startsWith("160000 ") && warnings.size() < NAMED) {
                    String shown = new GitPath(name).brief();
                    warnings.add(shown + ": a submodule; its contents are not copied.");
                }
            }
        }
        if (attributes != null && filtered(git, attributes)) {
            warnings.add("Files with a clean filter (such as Git LFS) are copied as git stores them.");
        }
        return new CaptureSummary(files, head == null ? files : changed(git, tree, head), List.copyOf(warnings));
    }

    // A file that is too large to examine counts as having filters.
    private static boolean filtered(GitRunner git, String attributes) throws SyncException, InterruptedException {
        try (BlobReader blobs = new BlobReader(git, OperationDeadline.in(GitRunner.LIMIT))) {
            return blobs.read(attributes, ATTRIBUTES)
                    .map(text -> new String(text, StandardCharsets.ISO_8859_1).contains("filter="))
                    .orElse(true);
        }
    }

    /// How many paths differ between two trees, as far as a listing goes.
    public static int changed(GitRunner git, String tree, String head) throws SyncException, InterruptedException {
        int changed = 0;
        try (GitRecords entries = new GitRecords(
                git,
                GitRunner.LIMIT,
                GitRecords.KEPT,
                "diff-tree",
                "-r",
                "-z",
                "--name-only",
                "--no-renames",
                head + "^{tree}",
                tree)) {
            while (entries.next() != null) {
                changed++;
            }
        }
        return changed;
    }
}
