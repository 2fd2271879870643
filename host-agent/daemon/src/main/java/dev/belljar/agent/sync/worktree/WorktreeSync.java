package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.worktree.ChangeRecord.ChangeStage;
import dev.belljar.contract.view.review.SyncConflicts;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings accepted work into the files of the user's working tree: without git, so that no filter, hook or
/// attribute has an effect there.
///
/// Everything is merged before anything is written. The old and new contents and a record of all changes are
/// stored durably below `folder` first, so that the change can be undone, and one that was interrupted while files
/// were written can be finished.
public record WorktreeSync(Path folder, DiskReserve reserve) {
    private static final Logger LOG = LoggerFactory.getLogger(WorktreeSync.class);
    private static final TreeDiff.Limits LIMITS = new TreeDiff.Limits(20_000, 4L << 20);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Pattern ID = Pattern.compile("[0-9a-f]{24}");
    private static final int ID_BYTES = 6;

    /// Changes of a sandbox that are kept for an undo.
    private static final int KEPT = 10;

    /// A change that is ready to be written; it has no id if the project has everything already.
    public record PreparedChange(@Nullable String id, String sandbox, int files, List<ResolvedFile> resolved) {
        public PreparedChange {
            resolved = List.copyOf(resolved);
        }
    }

    /// Merges all files and stores the result; the project is only read.
    ///
    /// @throws SyncException `sync.conflicts` naming the files with conflicts
    public PreparedChange prepare(WorktreeWork work) throws SyncException, InterruptedException {
        OperationDeadline deadline = OperationDeadline.in(LIMIT);
        List<RawChange> changes = changes(work, deadline);
        boolean whole = false;
        ChangeFolder made = null;
        try {
            made = ChangeFolder.create(folder.resolve(work.sandbox()), newId());
            try (ChangePlan plan = new ChangePlan(
                    work, deadline, made, reserve, resolved(work.sandbox()).read())) {
                for (RawChange change : changes) {
                    plan.add(change);
                }
                List<FileStep> steps = plan.steps();
                if (steps.isEmpty()) {
                    return new PreparedChange(null, work.sandbox(), 0, plan.resolved());
                }
                made.write(new ChangeRecord(
                        work.project().toString(),
                        ChangeStage.PREPARED,
                        work.tip().length(),
                        steps));
                whole = true;
                return new PreparedChange(made.id(), work.sandbox(), steps.size(), plan.resolved());
            }
        } catch (DiskReserve.ReachedException e) {
            throw SyncFaults.full(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw fault(work.project(), e);
        } finally {
            if (made != null && !whole) {
                made.delete();
            }
        }
    }

    /// The conflicts of the work with the files of the project, which is only read.
    public SyncConflicts conflicts(WorktreeWork work) throws SyncException, InterruptedException {
        OperationDeadline deadline = OperationDeadline.in(LIMIT);
        ConflictList conflicts = new ConflictList();
        try (ChangeMerge merge =
                new ChangeMerge(work, deadline, resolved(work.sandbox()).read())) {
            for (RawChange change : changes(work, deadline)) {
                WorktreeMerge.FileVersions versions = merge.versions(change);
                WorktreeMerge.MergeOutcome outcome = merge.outcome(versions);
                if (outcome instanceof WorktreeMerge.MergeOutcome.WholeVersion whole && whole.entry() == null) {
                    merge.remove(versions.path());
                }
                conflicts.add(versions, outcome);
            }
        } catch (IOException e) {
            throw fault(work.project(), e);
        }
        return conflicts.all();
    }

    // Deleted files come first: their names may be those of folders afterwards.
    private static List<RawChange> changes(WorktreeWork work, OperationDeadline deadline)
            throws SyncException, InterruptedException {
        TreeDiff.Changes changes =
                TreeDiff.withoutRenames(work.repository().untrusted(), deadline, work.base(), work.tip(), LIMITS);
        if (!changes.complete()) {
            throw SyncFaults.refused(
                    "more than %d files change: too many for the working tree".formatted(LIMITS.changes()),
                    "Sync to a branch instead (`--onto branch`).");
        }
        return changes.all().stream()
                .sorted(Comparator.comparing(change -> !change.deleted()))
                .toList();
    }

    /// Writes a prepared change, and returns the id for its undo; null if nothing is written.
    public @Nullable String write(PreparedChange prepared, Path project) throws SyncException {
        try {
            Path sandbox = folder.resolve(prepared.sandbox());
            String id = prepared.id();
            if (id != null) {
                new WorktreeChange(new ChangeFolder(sandbox.resolve(id))).write();
                forgetOld(sandbox);
            }
            remember(prepared);
            return id;
        } catch (IOException e) {
            throw fault(project, e);
        }
    }

    // The files are written already. Without this, the same conflicts are shown again.
    private void remember(PreparedChange prepared) {
        try {
            resolved(prepared.sandbox()).add(prepared.resolved(), prepared.id());
        } catch (IOException e) {
            LOG.warn("{}: what was decided about conflicts was not stored: {}", prepared.sandbox(), e.getMessage());
        }
    }

    // Not among the changes.
    private ResolvedConflicts resolved(String sandbox) {
        return new ResolvedConflicts(folder.resolveSibling("resolved").resolve(sandbox + ".json"));
    }

    /// Forgets a prepared change if it was not written.
    public void discard(PreparedChange prepared) {
        String id = prepared.id();
        if (id == null) {
            return;
        }
        Path path = folder.resolve(prepared.sandbox()).resolve(id);
        try {
            new WorktreeChange(new ChangeFolder(path)).drop();
        } catch (IOException e) {
            LOG.warn("{}: a sync that was not written cannot be read, and stays", path, e);
        }
    }

    /// Restores the files that a change wrote, and returns their paths.
    ///
    /// @throws SyncException `sync.refused` when one of them was changed since, or the change is not known
    public List<String> undo(String sandbox, Path project, String id) throws SyncException {
        ChangeFolder change = new ChangeFolder(folder.resolve(sandbox).resolve(id));
        WorktreeChange written = new WorktreeChange(change);
        try {
            if (!ID.matcher(id).matches() || !written.begun()) {
                throw SyncFaults.refused(
                        "sync \"" + SyncFaults.clean(id) + "\" is not known: it has already been undone, or is too old",
                        "The last %d syncs to the working tree can be undone.".formatted(KEPT));
            }
            if (!change.read().project().equals(project.toString())) {
                throw SyncFaults.refused(project + " is not the project that this sync changed", null);
            }
            List<String> changed = written.changedSince();
            if (!changed.isEmpty()) {
                throw SyncFaults.refused(
                        SyncFaults.named(changed) + (changed.size() == 1 ? " was" : " were")
                                + " changed after the sync",
                        "Nothing was restored. The earlier versions are in " + change.path()
                                + "; restore what you need from there.");
            }
            List<String> restored = written.undo();
            resolved(sandbox).undone(id);
            return restored;
        } catch (IOException e) {
            throw fault(project, e);
        }
    }

    /// The newest change of a sandbox that can be undone.
    ///
    /// @throws SyncException `sync.refused` when there is none
    public String newest(String sandbox) throws SyncException {
        return all(folder.resolve(sandbox)).reversed().stream()
                .filter(WorktreeSync::begun)
                .findFirst()
                .map(newest -> String.valueOf(newest.getFileName()))
                .orElseThrow(() -> SyncFaults.refused(
                        "there is no sync to the working tree that could be undone",
                        "Only the last %d syncs to the working tree (`--onto worktree`) can be undone."
                                .formatted(KEPT)));
    }

    // One that cannot be read counts, so that its undo says why.
    private static boolean begun(Path change) {
        try {
            return new WorktreeChange(new ChangeFolder(change)).begun();
        } catch (IOException e) {
            return true;
        }
    }

    /// Finishes the changes that were interrupted with the host agent while files were written, and drops the others.
    public void recover() {
        for (Path sandbox : all(folder)) {
            for (Path change : all(sandbox)) {
                try {
                    new WorktreeChange(new ChangeFolder(change)).recover();
                } catch (IOException e) {
                    LOG.warn(
                            "{}: an interrupted sync to the working tree was not finished: {}", change, e.getMessage());
                }
            }
        }
    }

    /// Forgets the changes of a sandbox that is deleted permanently.
    public void forget(String sandbox) {
        FileTrees.delete(folder.resolve(sandbox));
        try {
            resolved(sandbox).delete();
        } catch (IOException e) {
            LOG.warn("{}: what was decided about its conflicts was not deleted: {}", sandbox, e.getMessage());
        }
    }

    private static SyncException fault(Path project, IOException cause) {
        return cause instanceof ProjectFiles.UnusablePathException
                ? SyncFaults.refused(
                        String.valueOf(cause.getMessage()),
                        "Nothing was changed in " + project + ". Sync to a branch instead (`--onto branch`).")
                : SyncFaults.file(project + ": the files could not be written", cause);
    }

    // Ids begin with the time, so that they sort by it.
    private static String newId() {
        byte[] random = new byte[ID_BYTES];
        new SecureRandom().nextBytes(random);
        return "%012x".formatted(System.currentTimeMillis()) + HexFormat.of().formatHex(random);
    }

    private static void forgetOld(Path sandbox) {
        List<Path> all = all(sandbox);
        all.subList(0, Math.max(0, all.size() - KEPT)).forEach(FileTrees::delete);
    }

    private static List<Path> all(Path parent) {
        if (!Files.isDirectory(parent, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        List<Path> all = new ArrayList<>();
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent)) {
            folders.forEach(all::add);
        } catch (IOException e) {
            LOG.warn("{}: cannot be read", parent, e);
        }
        return all.stream().sorted().toList();
    }
}
