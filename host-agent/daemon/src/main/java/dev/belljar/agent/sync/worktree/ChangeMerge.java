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
import java.util.List;
import java.util.Map;
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
    private final Map<String, ResolvedFile> resolved;
    private final Set<String> removed = new HashSet<>();
    private @Nullable BlobReader blobs;
    private int reads;

    /// `resolved` are the files whose conflicts were resolved at earlier syncs.
    ChangeMerge(WorktreeWork work, OperationDeadline deadline, Map<String, ResolvedFile> resolved) {
        this.work = work;
        this.resolved = Map.copyOf(resolved);
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
                    "Sync to a branch instead (`--onto branch`), or skip this change.");
        }
        return new FileVersions(
                path,
                change.status() == 'A' ? null : new DiskEntry(change.oldMode(), change.oldId()),
                change.deleted() ? null : new DiskEntry(change.newMode(), change.newId()),
                belowRemoved(path) ? null : now(path));
    }

    /// What becomes of the file.
    MergeOutcome outcome(FileVersions versions) throws IOException, SyncException, InterruptedException {
        MergeOutcome outcome = merged(versions);
        ResolvedFile before = resolved.get(versions.path().latin1());
        return before != null && outcome.conflict() ? continued(versions, outcome, before) : outcome;
    }

    /// What was decided before about the conflicts of a file; null if nothing was.
    @Nullable
    ResolvedFile resolved(GitPath path) {
        return resolved.get(path.latin1());
    }

    // If the project has the file as it was synced, only what the sandbox changed since then is merged. Otherwise, the
    // conflicts whose lines are as they were synced are resolved. A review with another base may not have shown all
    // that was changed since then.
    private MergeOutcome continued(FileVersions versions, MergeOutcome outcome, ResolvedFile before)
            throws IOException, SyncException, InterruptedException {
        MergeOutcome result = outcome;
        if (Objects.equals(versions.ours(), before.after()) && Objects.equals(versions.base(), before.base())) {
            MergeOutcome since = merged(versions.since(before.theirs()));
            result = since instanceof MergeOutcome.WholeConflict ? outcome : since;
        }
        if (result instanceof MergeOutcome.LineConflicts lines) {
            MergeOutcome.LineConflicts rest = lines.without(before.hunks());
            return rest.open().isEmpty() ? rest.resolved(List.of()) : rest;
        }
        return result;
    }

    private MergeOutcome merged(FileVersions versions) throws IOException, SyncException, InterruptedException {
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
