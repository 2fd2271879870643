package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.capture.SyncedWork;
import dev.belljar.agent.sync.gate.BlobContents.TreeEntry;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.view.work.WorkCommit;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The work that was synced: the changes of its commits, the user's own files with its HEAD, and the accepted
/// changes of those.
record SyncedTip(
        SyncedWork work, List<SyncedParts.EntryChanges> committed, String ownTree, List<RawChange> uncommitted) {
    static final SyncedTip NONE = new SyncedTip(SyncedWork.NONE, List.of(), "", List.of());

    SyncedTip {
        committed = List.copyOf(committed);
        uncommitted = List.copyOf(uncommitted);
    }

    /// The user's own files with the accepted changes of those files that are as they were then.
    String over(HostRepository repository, OperationDeadline deadline, String tree)
            throws SyncException, InterruptedException {
        if (uncommitted.isEmpty()) {
            return tree;
        }
        Set<GitPath> moved = new HashSet<>();
        TreeDiff.withoutRenames(repository.untrusted(), deadline, ownTree, tree, WorkReview.SHOWN)
                .all()
                .forEach(each -> moved.add(each.path()));
        Map<GitPath, Optional<TreeEntry>> files = new HashMap<>();
        for (RawChange each : uncommitted) {
            if (!moved.contains(each.path())) {
                files.put(each.path(), OwnFiles.after(each));
            }
        }
        try (TreeEditor editor = TreeEditor.of(repository, tree)) {
            return editor.with(files).orElse(tree);
        }
    }

    /// The entry of these changes, between the user's own files and this tree.
    WorkEntry.EntryCommit entry(String tree, String before, @Nullable String head) {
        String id = String.valueOf(work.record());
        return new WorkEntry.EntryCommit(
                id, tree, before, head == null ? List.of() : List.of(head), new WorkCommit(id, "", "", 0));
    }

    /// The changes of a review's entries that were synced.
    SyncedParts parts(List<WorkEntry> entries) throws SyncException {
        if (work.record() == null) {
            return SyncedParts.NONE;
        }
        List<SyncedParts.EntryChanges> now = entries.stream()
                .filter(WorkEntry::committed)
                .map(SyncedTip::changes)
                .toList();
        SyncedParts parts = SyncedParts.of(now, committed, work.leftOut(), uncommitted);
        for (WorkEntry entry : entries) {
            parts = entry.id().equals(work.record()) ? parts.with(changes(entry)) : parts;
        }
        return parts;
    }

    private static SyncedParts.EntryChanges changes(WorkEntry entry) {
        return new SyncedParts.EntryChanges(
                entry.id(),
                entry.changes().stream().map(WorkReview.ReviewedChange::change).toList());
    }
}
