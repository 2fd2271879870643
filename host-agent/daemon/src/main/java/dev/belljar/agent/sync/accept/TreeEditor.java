package dev.belljar.agent.sync.accept;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.gate.BlobContents.TreeEntry;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.ScratchFolder;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/// Makes trees from a tree and changes to it, in an index of its own.
final class TreeEditor implements AutoCloseable {
    private static final int MOST = 400_000;

    private final ScratchFolder scratch;
    private final GitRunner git;
    private String tree;

    private TreeEditor(ScratchFolder scratch, GitRunner git, String tree) {
        this.scratch = scratch;
        this.git = git;
        this.tree = tree;
    }

    /// An editor that begins with this tree.
    static TreeEditor of(HostRepository repository, String tree) throws SyncException, InterruptedException {
        ScratchFolder scratch = ScratchFolder.in(repository.path());
        GitRunner git = repository
                .untrusted()
                .with("GIT_INDEX_FILE", scratch.file("index").toString());
        TreeEditor editor = new TreeEditor(scratch, git, tree);
        boolean whole = false;
        try {
            String _ = git.line("read-tree", tree);
            whole = true;
            return editor;
        } finally {
            if (!whole) {
                editor.close();
            }
        }
    }

    /// The tree with these entries at their paths, an empty one meaning that there is nothing; empty if one of the
    /// paths would be both a file and a folder.
    Optional<String> with(Map<GitPath, Optional<TreeEntry>> entries) throws SyncException, InterruptedException {
        if (entries.isEmpty()) {
            return Optional.of(tree);
        }
        ByteArrayOutputStream lines = new ByteArrayOutputStream();
        entries.forEach((path, entry) -> {
            if (entry.isEmpty()) {
                line(lines, "0", "0".repeat(tree.length()), path);
            }
        });
        entries.forEach((path, entry) -> entry.ifPresent(there -> line(lines, there.mode(), there.id(), path)));
        Command.Output _ = git.check(lines.toByteArray(), "update-index", "--add", "-z", "--index-info");
        String made = git.line("write-tree");
        // Git silently removes a file when a folder of its name is added, and the other way round.
        TreeDiff.Changes changed = TreeDiff.withoutRenames(
                git, OperationDeadline.in(GitRunner.LIMIT), tree, made, new TreeDiff.Limits(MOST, GitRecords.KEPT));
        boolean only = changed.complete()
                && changed.refused().isEmpty()
                && changed.all().stream().allMatch(change -> entries.containsKey(change.path()));
        if (!only || nested(entries)) {
            return Optional.empty();
        }
        tree = made;
        return Optional.of(made);
    }

    private static boolean nested(Map<GitPath, Optional<TreeEntry>> entries) {
        for (Map.Entry<GitPath, Optional<TreeEntry>> each : entries.entrySet()) {
            String path = each.getKey().latin1();
            for (int slash = path.indexOf('/');
                    slash >= 0 && each.getValue().isPresent();
                    slash = path.indexOf('/', slash + 1)) {
                if (entries.getOrDefault(new GitPath(path.substring(0, slash)), Optional.empty())
                        .isPresent()) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void close() throws SyncException {
        scratch.close();
    }

    private static void line(ByteArrayOutputStream lines, String mode, String id, GitPath path) {
        lines.writeBytes((mode + " " + id + "\t").getBytes(StandardCharsets.US_ASCII));
        lines.writeBytes(path.bytes());
        lines.write(0);
    }
}
