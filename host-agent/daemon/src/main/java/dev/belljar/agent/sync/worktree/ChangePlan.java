package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.gate.BlobContents;
import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitProcess;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Merges the changes for a working tree one by one, and stores the contents before and after each. Not thread-safe.
final class ChangePlan implements AutoCloseable {
    private static final int READS = 50;
    private static final int NAMED = 20;

    private final WorktreeWork work;
    private final OperationDeadline deadline;
    private final ChangeFolder folder;
    private final DiskReserve reserve;
    private final ProjectFiles files;
    private final int idLength;
    private final List<FileStep> steps = new ArrayList<>();
    private final List<String> conflicts = new ArrayList<>();
    private final Set<String> removed = new HashSet<>();
    private @Nullable BlobReader blobs;
    private int reads;

    ChangePlan(WorktreeWork work, OperationDeadline deadline, ChangeFolder folder, DiskReserve reserve) {
        this.work = work;
        this.deadline = deadline;
        this.folder = folder;
        this.reserve = reserve;
        this.files = new ProjectFiles(work.project());
        this.idLength = work.tip().length();
    }

    /// Merges one change. Removed files come first, because a file may take the place of their folder, or a folder
    /// that of such a file.
    void add(RawChange change) throws IOException, SyncException, InterruptedException {
        deadline.left();
        GitPath path = change.path();
        if (change.module() || change.oldMode().equals("160000")) {
            throw SyncFaults.refused(
                    path.brief() + " is a submodule, which cannot be written into the working tree",
                    "Sync to a branch instead, or skip this change.");
        }
        WorktreeMerge.FileVersions versions = new WorktreeMerge.FileVersions(
                path,
                change.status() == 'A' ? null : new DiskEntry(change.oldMode(), change.oldId()),
                change.deleted() ? null : new DiskEntry(change.newMode(), change.newId()),
                belowRemoved(path) ? null : now(path));
        WorktreeMerge.MergeOutcome outcome = WorktreeMerge.simple(versions).orElse(null);
        if (outcome == null) {
            outcome = text(versions);
        }
        if (outcome instanceof WorktreeMerge.MergeOutcome.MergeConflict && work.replace()) {
            outcome = new WorktreeMerge.MergeOutcome.WholeVersion(versions.theirs());
        }
        take(versions, outcome);
    }

    /// The steps of the change.
    ///
    /// @throws SyncException `sync.refused` naming the files with conflicts
    List<FileStep> steps() throws SyncException {
        if (!conflicts.isEmpty()) {
            throw SyncFaults.refused(
                    "your own changes conflict with the accepted ones in " + named(conflicts),
                    "Nothing was changed. Sync to a branch and merge it, or save your own changes and write the accepted"
                            + " versions (`--stash`; `--undo` restores yours).");
        }
        return List.copyOf(steps);
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
        return files.holdsOnly(path, removed) ? null : files.entry(path, idLength);
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

    private WorktreeMerge.MergeOutcome text(WorktreeMerge.FileVersions versions)
            throws IOException, SyncException, InterruptedException {
        byte[] base = blob(Objects.requireNonNull(versions.base()).id());
        byte[] theirs = blob(Objects.requireNonNull(versions.theirs()).id());
        byte[] ours = files.content(versions.path(), BlobContents.LARGEST);
        return base == null || theirs == null || ours == null
                ? new WorktreeMerge.MergeOutcome.MergeConflict()
                : WorktreeMerge.merged(versions, base, theirs, ours);
    }

    private void take(WorktreeMerge.FileVersions versions, WorktreeMerge.MergeOutcome outcome)
            throws IOException, SyncException, InterruptedException {
        switch (outcome) {
            case WorktreeMerge.MergeOutcome.NoChange _ -> {
                // The project has this version already.
            }
            case WorktreeMerge.MergeOutcome.MergeConflict _ ->
                conflicts.add(versions.path().shown());
            case WorktreeMerge.MergeOutcome.MergedText text -> {
                DiskEntry merged = new DiskEntry(text.mode(), DiskEntry.id(text.content(), idLength));
                if (!merged.equals(versions.ours())) {
                    folder.store(folder.after(steps.size()), out -> out.write(text.content()));
                    add(versions, merged);
                }
            }
            case WorktreeMerge.MergeOutcome.WholeVersion whole -> {
                DiskEntry entry = whole.entry();
                if (entry == null) {
                    removed.add(versions.path().latin1());
                } else {
                    storeBlob(entry.id());
                }
                add(versions, entry);
            }
        }
    }

    private void add(WorktreeMerge.FileVersions versions, @Nullable DiskEntry after) throws IOException {
        DiskEntry before = versions.ours();
        if (before != null) {
            folder.store(folder.before(steps.size()), out -> files.copy(versions.path(), out));
        }
        // Writing later must not fill the disk of the project either.
        long size = after == null ? 0 : Files.size(folder.after(steps.size()));
        reserve.require(work.project(), size, "writing the work to the project");
        reserve.require(folder.path(), size, "saving the project's files");
        steps.add(new FileStep(versions.path().latin1(), before, after));
    }

    private byte @Nullable [] blob(String id) throws SyncException, InterruptedException {
        BlobReader open = blobs;
        if (open == null || ++reads % READS == 0) {
            close();
            open = new BlobReader(work.repository().untrusted(), deadline);
            blobs = open;
        }
        return open.read(id, BlobContents.LARGEST).orElse(null);
    }

    private void storeBlob(String id) throws IOException, SyncException, InterruptedException {
        byte[] small = blob(id);
        if (small != null) {
            folder.store(folder.after(steps.size()), out -> out.write(small));
            return;
        }
        try (GitProcess git = GitProcess.start(
                work.repository().untrusted(), deadline.left(), "cat-file", "blob", RefNames.object(id))) {
            git.in().close();
            folder.store(folder.after(steps.size()), (OutputStream out) -> {
                long _ = git.out().transferTo(out);
            });
            if (git.exit() != 0) {
                throw SyncFaults.git("cat-file", git.said());
            }
        }
    }

    /// The paths in a sentence, the first of them by name.
    static String named(List<String> paths) {
        Set<String> all = new HashSet<>(paths);
        String first = String.join(", ", paths.stream().distinct().limit(NAMED).toList());
        return all.size() > NAMED ? first + " and %d more".formatted(all.size() - NAMED) : first;
    }
}
