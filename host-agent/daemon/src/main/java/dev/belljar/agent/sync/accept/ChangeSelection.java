package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.contract.request.work.SkippedChange;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Which changes of each entry are accepted: those that are neither skipped by the user nor withheld for a risk that
/// the user did not allow.
final class ChangeSelection {
    private final Set<GitPath> allowed;
    private final Map<FileOfEntry, Set<Integer>> skipped = new HashMap<>();

    private record FileOfEntry(String entry, GitPath path) {}

    private ChangeSelection(Set<GitPath> allowed) {
        this.allowed = Set.copyOf(allowed);
    }

    /// What is accepted of one file: everything, nothing, or the hunks that are not skipped.
    sealed interface SelectedPart {
        SelectedPart ALL = new WholeFile(true);
        SelectedPart NOTHING = new WholeFile(false);

        record WholeFile(boolean accepted) implements SelectedPart {}

        record WithoutHunks(Set<Integer> hunks) implements SelectedPart {
            public WithoutHunks {
                hunks = Set.copyOf(hunks);
            }
        }
    }

    /// The selection of a request.
    ///
    /// @throws SyncException `sync.refused` when it names an entry or a file that is not under review
    static ChangeSelection of(ReviewEntries entries, List<SkippedChange> skipped, Set<GitPath> allowed)
            throws SyncException {
        ChangeSelection selection = new ChangeSelection(allowed);
        for (SkippedChange skip : skipped) {
            GitPath path = GitPath.parse(skip.path());
            WorkEntry entry = entries.find(skip.entry())
                    .orElseThrow(() -> SyncFaults.refused(
                            "entry \"" + SyncFaults.clean(skip.entry()) + "\" is not part of the reviewed work",
                            "Review the changes again, then sync."));
            boolean refused =
                    entry.refused().stream().anyMatch(each -> each.path().equals(skip.path()));
            if (refused) {
                continue; // it is never synced
            }
            if (entry.changes().stream()
                    .noneMatch(change -> change.change().path().equals(path))) {
                throw SyncFaults.refused(
                        "path " + path.brief() + " is not changed in " + entry.name(),
                        "Use paths as listed in the review.");
            }
            selection.skip(new FileOfEntry(entry.id(), path), skip.hunks());
        }
        return selection;
    }

    private void skip(FileOfEntry file, List<Integer> hunks) {
        Set<Integer> known = skipped.get(file);
        if (hunks.isEmpty() || (known != null && known.isEmpty())) {
            skipped.put(file, Set.of());
        } else {
            Set<Integer> both = new HashSet<>(hunks);
            both.addAll(known == null ? Set.of() : known);
            skipped.put(file, both);
        }
    }

    /// True if the user skipped nothing.
    boolean skipsNothing() {
        return skipped.isEmpty();
    }

    SelectedPart of(WorkEntry entry, WorkReview.ReviewedChange reviewed) {
        if (withheld(reviewed)) {
            return SelectedPart.NOTHING;
        }
        Set<Integer> hunks =
                skipped.get(new FileOfEntry(entry.id(), reviewed.change().path()));
        if (hunks == null) {
            return SelectedPart.ALL;
        }
        return hunks.isEmpty() ? SelectedPart.NOTHING : new SelectedPart.WithoutHunks(hunks);
    }

    /// True if the change is risky and was not allowed.
    boolean withheld(WorkReview.ReviewedChange reviewed) {
        return reviewed.risk() != null && !allowed.contains(reviewed.change().path());
    }
}
