package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.gate.BlobContents.TreeEntry;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The files that the user had not committed when the project was captured, or those that were not committed in the
/// work of a snapshot or of another sandbox; `head` is the commit below them.
record OwnFiles(
        HostRepository repository, String capture, @Nullable String head) {
    private static final TreeDiff.Limits LIMITS = new TreeDiff.Limits(200_000, GitRecords.KEPT);
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /// The empty tree, which every git knows.
    String emptyTree() throws SyncException, InterruptedException {
        byte[] id = repository
                .untrusted()
                .check(new byte[0], "hash-object", "-t", "tree", "--stdin")
                .out();
        return new String(id, StandardCharsets.US_ASCII).strip();
    }

    /// The tree of a machine's HEAD with the user's uncommitted version of each file whose committed version is
    /// still that of the user's HEAD.
    String over(String headTree) throws SyncException, InterruptedException {
        String mine = repository.tree(capture);
        String users = head == null ? emptyTree() : repository.tree(head);
        if (mine.equals(users)) {
            return headTree;
        }
        if (headTree.equals(users)) {
            return mine;
        }
        Set<GitPath> changed = new HashSet<>();
        changes(users, headTree).all().forEach(each -> changed.add(each.path()));
        Map<GitPath, Optional<TreeEntry>> own = new HashMap<>();
        for (RawChange each : changes(users, mine).all()) {
            if (!changed.contains(each.path())) {
                own.put(each.path(), after(each));
            }
        }
        try (TreeEditor editor = TreeEditor.of(repository, headTree)) {
            // Where the machine has a folder in place of the user's file, or the other way round, there is no place
            // for the user's version.
            return editor.with(own).orElse(headTree);
        }
    }

    /// The entry of a path before a change.
    static Optional<TreeEntry> before(RawChange change) {
        return change.status() == 'A' ? Optional.empty() : Optional.of(new TreeEntry(change.oldMode(), change.oldId()));
    }

    /// The entry of a path after a change.
    static Optional<TreeEntry> after(RawChange change) {
        return change.deleted() ? Optional.empty() : Optional.of(new TreeEntry(change.newMode(), change.newId()));
    }

    private TreeDiff.Changes changes(String from, String to) throws SyncException, InterruptedException {
        TreeDiff.Changes changes =
                TreeDiff.withoutRenames(repository.untrusted(), OperationDeadline.in(LIMIT), from, to, LIMITS);
        if (!changes.complete()) {
            throw SyncFaults.refused(
                    "more than " + LIMITS.changes() + " changed files: too many to review",
                    "Add build output to .gitignore.");
        }
        return changes;
    }
}
