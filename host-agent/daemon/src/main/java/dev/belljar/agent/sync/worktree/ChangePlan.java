package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitProcess;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Merges the changes for a working tree one by one, and stores the contents before and after each. Not
/// thread-safe.
final class ChangePlan implements AutoCloseable {
    /// The resolved hunks of a file that are remembered, the newest.
    private static final int MOST_HUNKS = 400;

    private final WorktreeWork work;
    private final OperationDeadline deadline;
    private final ChangeFolder folder;
    private final DiskReserve reserve;
    private final ChangeMerge merge;
    private final ConflictResolver resolver;
    private final List<FileStep> steps = new ArrayList<>();
    private final List<ResolvedFile> resolved = new ArrayList<>();

    /// `before` are the files whose conflicts were resolved at earlier syncs.
    ChangePlan(
            WorktreeWork work,
            OperationDeadline deadline,
            ChangeFolder folder,
            DiskReserve reserve,
            Map<String, ResolvedFile> before)
            throws SyncException {
        this.work = work;
        this.deadline = deadline;
        this.folder = folder;
        this.reserve = reserve;
        this.merge = new ChangeMerge(work, deadline, before);
        this.resolver = new ConflictResolver(work.resolutions(), work.replace());
    }

    /// Merges one change. Removed files come first.
    void add(RawChange change) throws IOException, SyncException, InterruptedException {
        WorktreeMerge.FileVersions versions = merge.versions(change);
        int step = steps.size();
        take(versions, resolver.resolved(versions, merge.outcome(versions)));
        DiskEntry after = steps.size() > step ? steps.getLast().after() : versions.ours();
        remember(versions, after);
    }

    private void remember(WorktreeMerge.FileVersions versions, @Nullable DiskEntry after) {
        ResolvedFile before = merge.resolved(versions.path());
        List<String> decided = resolver.decided(versions.path());
        if (before == null && decided == null) {
            return;
        }
        Set<String> hunks = new LinkedHashSet<>(decided == null ? List.of() : decided);
        if (before != null) {
            hunks.addAll(before.hunks());
        }
        resolved.add(new ResolvedFile(
                versions.path().latin1(),
                versions.base(),
                versions.theirs(),
                after,
                hunks.stream().limit(MOST_HUNKS).toList(),
                null));
    }

    /// The files whose conflicts were resolved, now or at earlier syncs.
    List<ResolvedFile> resolved() {
        return List.copyOf(resolved);
    }

    /// The steps of the change.
    ///
    /// @throws SyncException `sync.conflicts` naming the files with conflicts, `sync.moved-on` when a
    /// resolution is for a conflict that is no longer there
    List<FileStep> steps() throws SyncException {
        resolver.requireAll();
        return List.copyOf(steps);
    }

    @Override
    public void close() {
        merge.close();
    }

    private void take(WorktreeMerge.FileVersions versions, WorktreeMerge.MergeOutcome outcome)
            throws IOException, SyncException, InterruptedException {
        switch (outcome) {
            case WorktreeMerge.MergeOutcome.NoChange _ -> {
                // The project has this version already.
            }
            case WorktreeMerge.MergeOutcome.WholeConflict _, WorktreeMerge.MergeOutcome.LineConflicts _ -> {
                // The resolver has noted the conflict.
            }
            case WorktreeMerge.MergeOutcome.MergedText text -> {
                DiskEntry merged = new DiskEntry(
                        text.mode(), DiskEntry.id(text.content(), work.tip().length()));
                if (!merged.equals(versions.ours())) {
                    folder.store(folder.after(steps.size()), out -> out.write(text.content()));
                    add(versions, merged);
                }
            }
            case WorktreeMerge.MergeOutcome.WholeVersion whole -> {
                DiskEntry entry = whole.entry();
                if (entry == null) {
                    merge.remove(versions.path());
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
            folder.store(folder.before(steps.size()), out -> merge.files().copy(versions.path(), out));
        }
        // Writing later must not fill the disk of the project either.
        long size = after == null ? 0 : Files.size(folder.after(steps.size()));
        reserve.require(work.project(), size, "writing the work to the project");
        reserve.require(folder.path(), size, "saving the project's files");
        steps.add(new FileStep(versions.path().latin1(), before, after));
    }

    private void storeBlob(String id) throws IOException, SyncException, InterruptedException {
        byte[] small = merge.blob(id);
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
}
