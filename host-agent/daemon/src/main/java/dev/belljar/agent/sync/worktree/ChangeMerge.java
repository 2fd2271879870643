package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.gate.BlobContents;
import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.worktree.WorktreeMerge.FileVersions;
import dev.belljar.agent.sync.worktree.WorktreeMerge.MergeOutcome;
import java.io.IOException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Merges accepted changes one by one with the files that the project has now; nothing is written. Removed
/// files must come first, because a file may take the place of their folder, or a folder that of such a file.
/// Not thread-safe.
final class ChangeMerge implements AutoCloseable {
    private static final int READS = 50;

    private final WorktreeWork work;
    private final OperationDeadline deadline;
    private final ProjectFiles files;
    private final Set<String> removed = new HashSet<>();
    private @Nullable BlobReader blobs;
    private int reads;

    ChangeMerge(WorktreeWork work, OperationDeadline deadline) {
        this.work = work;
        this.deadline = deadline;
        this.files = new ProjectFiles(work.project());
    }

    ProjectFiles files() {
        return files;
    }

    /// The versions of a changed file.
    FileVersions versions(RawChange change) throws IOException, SyncException {
        deadline.left();
        GitPath path = change.path();
        if (change.module() || change.oldMode().equals("160000")) {
            throw SyncFaults.refused(
                    path.brief() + " is a submodule, which cannot be written into the working tree",
                    "Sync to a branch instead, or skip this change.");
        }
        return new FileVersions(
                path,
                change.status() == 'A' ? null : new DiskEntry(change.oldMode(), change.oldId()),
                change.deleted() ? null : new DiskEntry(change.newMode(), change.newId()),
                belowRemoved(path) ? null : now(path));
    }

    /// What becomes of the file.
    MergeOutcome outcome(FileVersions versions) throws IOException, SyncException, InterruptedException {
        Optional<MergeOutcome> simple = WorktreeMerge.simple(versions);
        return simple.isPresent() ? simple.get() : text(versions);
    }

    /// Notes that a file is removed.
    void remove(GitPath path) {
        removed.add(path.latin1());
    }

    /// The content of an accepted file; null if it is too large to be merged.
    byte @Nullable [] blob(String id) throws SyncException, InterruptedException {
        BlobReader open = blobs;
        if (open == null || ++reads % READS == 0) {
            close();
            open = new BlobReader(work.repository().untrusted(), deadline);
            blobs = open;
        }
        return open.read(id, BlobContents.LARGEST).orElse(null);
    }

    @Override
    public void close() {
        BlobReader open = blobs;
        if (open != null) {
            open.close();
        }
    }

    // A file can take the place of a folder of which this change removes every file.
    private @Nullable DiskEntry now(GitPath path) throws IOException {
        return files.holdsOnly(path, removed)
                ? null
                : files.entry(path, work.tip().length());
    }

    // A folder can take the place of a file that this change removes.
    private boolean belowRemoved(GitPath path) {
        String whole = path.latin1();
        for (int slash = whole.indexOf('/'); slash >= 0; slash = whole.indexOf('/', slash + 1)) {
            if (removed.contains(whole.substring(0, slash))) {
                return true;
            }
        }
        return false;
    }

    private MergeOutcome text(FileVersions versions) throws IOException, SyncException, InterruptedException {
        DiskEntry before = versions.base();
        DiskEntry now = Objects.requireNonNull(versions.ours());
        byte[] base = before == null ? new byte[0] : blob(before.id());
        byte[] theirs = blob(Objects.requireNonNull(versions.theirs()).id());
        byte[] ours = files.content(versions.path(), BlobContents.LARGEST);
        if (base == null || theirs == null || ours == null) {
            return new MergeOutcome.WholeConflict("The file is larger than 2 MiB.");
        }
        if (!DiskEntry.id(ours, work.tip().length()).equals(now.id())) {
            throw new ProjectFiles.UnusablePathException(versions.path(), "was changed in the meantime");
        }
        return WorktreeMerge.merged(versions, base, theirs, ours);
    }
}
