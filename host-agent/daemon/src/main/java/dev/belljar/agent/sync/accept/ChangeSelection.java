package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.accept.SyncedParts.SelectedPart;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.SkippedChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// Which changes of each entry are accepted: those that were synced before, and those that are neither skipped by
/// the user nor withheld for a risk that the user did not allow.
final class ChangeSelection {
    private final Set<GitPath> allowed;
    private final SyncedParts synced;
    private final boolean rest;
    private final Map<SyncedParts.EntryFile, Set<Integer>> skipped = new HashMap<>();

    private ChangeSelection(Set<GitPath> allowed, SyncedParts synced, boolean rest) {
        this.allowed = Set.copyOf(allowed);
        this.synced = synced;
        this.rest = rest;
    }

    /// Only what was synced before.
    static ChangeSelection synced(ReviewEntries entries) {
        return new ChangeSelection(Set.of(), entries.synced(), false);
    }

    /// The paths that a request allows. Impossible ones are shown with the others, but cannot be allowed.
    static Set<GitPath> allowed(AcceptSync request, WorkReview.ReviewedChanges reviewed, ReviewEntries entries)
            throws SyncException {
        Set<String> never =
                reviewed.refused().stream().map(TreeDiff.RefusedPath::path).collect(Collectors.toSet());
        Set<GitPath> known =
                reviewed.all().stream().map(change -> change.change().path()).collect(Collectors.toSet());
        for (WorkEntry entry : entries.all()) {
            entry.changes().forEach(change -> known.add(change.change().path()));
            entry.refused().forEach(refused -> never.add(refused.path()));
        }
        Set<GitPath> allowed = new TreeSet<>();
        for (String shown : request.allowed()) {
            GitPath path = GitPath.parse(shown);
            if (known.contains(path)) {
                allowed.add(path);
            } else if (!never.contains(shown)) {
                throw SyncFaults.refused(
                        "path " + SyncFaults.clean(shown) + " is not among the changed files",
                        "Use paths as listed in the review.");
            }
        }
        return allowed;
    }

    /// The selection of a request.
    ///
    /// @throws SyncException `sync.refused` when it names an entry or a file that is not under review
    static ChangeSelection of(ReviewEntries entries, List<SkippedChange> skipped, Set<GitPath> allowed)
            throws SyncException {
        ChangeSelection selection = new ChangeSelection(allowed, entries.synced(), true);
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
            selection.skip(new SyncedParts.EntryFile(entry.id(), path), skip.hunks());
        }
        return selection;
    }

    private void skip(SyncedParts.EntryFile file, List<Integer> hunks) {
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
        Optional<SelectedPart> before = synced.of(entry, reviewed);
        if (before.isEmpty()) {
            return rest ? chosen(entry, reviewed) : SelectedPart.NOTHING;
        }
        return before.get() instanceof SelectedPart.WithoutHunks left && rest
                ? joined(left, chosen(entry, reviewed))
                : before.get();
    }

    private SelectedPart chosen(WorkEntry entry, WorkReview.ReviewedChange reviewed) {
        if (withheld(reviewed)) {
            return SelectedPart.NOTHING;
        }
        Set<Integer> hunks = skipped.get(
                new SyncedParts.EntryFile(entry.id(), reviewed.change().path()));
        if (hunks == null) {
            return SelectedPart.ALL;
        }
        return hunks.isEmpty() ? SelectedPart.NOTHING : new SelectedPart.WithoutHunks(hunks);
    }

    // Hunks that were synced before stay, and of the others those that were chosen come.
    private static SelectedPart joined(SelectedPart.WithoutHunks before, SelectedPart chosen) {
        return switch (chosen) {
            case SelectedPart.WholeFile whole -> whole.accepted() ? chosen : before;
            case SelectedPart.WithoutHunks some -> {
                Set<Integer> both = new HashSet<>(some.hunks());
                both.retainAll(before.hunks());
                yield both.isEmpty() ? SelectedPart.ALL : new SelectedPart.WithoutHunks(both);
            }
        };
    }

    /// What is left out of all entries.
    List<SkippedChange> leftOut(ReviewEntries entries) {
        List<SkippedChange> left = new ArrayList<>();
        for (WorkEntry entry : entries.all()) {
            for (WorkReview.ReviewedChange each : entry.changes()) {
                SelectedPart part = of(entry, each);
                if (!part.equals(SelectedPart.ALL)) {
                    List<Integer> hunks = part instanceof SelectedPart.WithoutHunks some
                            ? some.hunks().stream().sorted().toList()
                            : List.of();
                    left.add(new SkippedChange(entry.id(), each.change().path().shown(), hunks));
                }
            }
        }
        return left;
    }

    /// The number of files of which something is accepted that was not synced before.
    int files(ReviewEntries entries) {
        Set<GitPath> files = new HashSet<>();
        for (WorkEntry entry : entries.all()) {
            for (WorkReview.ReviewedChange each : entry.changes()) {
                SelectedPart part = of(entry, each);
                boolean more = !part.equals(SelectedPart.NOTHING)
                        && !synced.of(entry, each).map(part::equals).orElse(false);
                if (more) {
                    files.add(each.change().path());
                }
            }
        }
        return files.size();
    }

    /// True if the change is risky and was not allowed.
    boolean withheld(WorkReview.ReviewedChange reviewed) {
        return reviewed.risk() != null && !allowed.contains(reviewed.change().path());
    }
}
