package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.contract.request.work.SkippedChange;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Which changes of a review were synced before.
///
/// A guest can rewrite its commits, and what is not listed is accepted without a look. Therefore a change counts as
/// synced only if all changes that the synced work made to its file are still the first ones, with exactly the same
/// content before and after each: then the file has, before the changes that are listed, exactly what was accepted.
record SyncedParts(Map<EntryFile, SelectedPart> parts, Set<SyncedContent> contents, Set<String> entries) {
    static final SyncedParts NONE = new SyncedParts(Map.of(), Set.of(), Set.of());

    SyncedParts {
        parts = Map.copyOf(parts);
        contents = Set.copyOf(contents);
        entries = Set.copyOf(entries);
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

    /// A file that an entry changes.
    record EntryFile(String entry, GitPath path) {}

    /// What is at a path after a change.
    record SyncedContent(GitPath path, String mode, String id) {
        static SyncedContent after(RawChange change) {
            return new SyncedContent(change.path(), change.newMode(), change.newId());
        }
    }

    /// The changes of an entry.
    record EntryChanges(String entry, List<RawChange> all) {
        EntryChanges {
            all = List.copyOf(all);
        }
    }

    /// Compares the committed entries of a review with those of the work that was synced, of which `leftOut` was
    /// not accepted. `uncommitted` are the accepted changes that were not committed then.
    static SyncedParts of(
            List<EntryChanges> now, List<EntryChanges> then, List<SkippedChange> leftOut, List<RawChange> uncommitted)
            throws SyncException {
        Map<EntryFile, SelectedPart> left = new HashMap<>();
        for (SkippedChange each : leftOut) {
            SelectedPart part = each.hunks().isEmpty()
                    ? SelectedPart.NOTHING
                    : new SelectedPart.WithoutHunks(Set.copyOf(each.hunks()));
            left.put(new EntryFile(each.entry(), GitPath.parse(each.path())), part);
        }
        Map<GitPath, List<ChangeStep>> before = steps(then);
        Map<GitPath, List<ChangeStep>> after = steps(now);
        Map<EntryFile, SelectedPart> parts = new HashMap<>();
        Set<SyncedContent> contents = new HashSet<>();
        for (EntryChanges entry : now) {
            for (RawChange change : entry.all()) {
                ChangeStep step = new ChangeStep(entry.entry(), change);
                SelectedPart part = synced(step, before, after)
                        .map(found -> left.getOrDefault(new EntryFile(found.entry(), change.path()), SelectedPart.ALL))
                        .orElse(
                                committedSince(step, before, after, uncommitted)
                                        ? SelectedPart.ALL
                                        : SelectedPart.NOTHING);
                if (part.equals(SelectedPart.ALL)) {
                    contents.add(SyncedContent.after(change));
                }
                if (!part.equals(SelectedPart.NOTHING)) {
                    parts.put(new EntryFile(entry.entry(), change.path()), part);
                }
            }
        }
        Set<String> entries = new HashSet<>();
        then.forEach(entry -> entries.add(entry.entry()));
        return new SyncedParts(parts, contents, entries);
    }

    /// The same, with all changes of another entry as synced.
    SyncedParts with(EntryChanges entry) {
        Map<EntryFile, SelectedPart> more = new HashMap<>(parts);
        Set<SyncedContent> known = new HashSet<>(contents);
        for (RawChange change : entry.all()) {
            more.put(new EntryFile(entry.entry(), change.path()), SelectedPart.ALL);
            known.add(SyncedContent.after(change));
        }
        Set<String> all = new HashSet<>(entries);
        all.add(entry.entry());
        return new SyncedParts(more, known, all);
    }

    /// The part of a change that was synced. A part of a file that could run on the host does not count: it has to
    /// be allowed again.
    Optional<SelectedPart> of(WorkEntry entry, WorkReview.ReviewedChange reviewed) {
        SelectedPart part =
                parts.get(new EntryFile(entry.id(), reviewed.change().path()));
        return Optional.ofNullable(part).filter(each -> each.equals(SelectedPart.ALL) || reviewed.risk() == null);
    }

    /// The hunks of a change that were not synced, if others were; empty if the change is meant as a whole.
    List<Integer> open(WorkEntry entry, WorkReview.ReviewedChange reviewed) {
        return of(entry, reviewed).orElse(SelectedPart.ALL) instanceof SelectedPart.WithoutHunks left
                ? left.hunks().stream().sorted().toList()
                : List.of();
    }

    /// True if the content after this change was synced.
    boolean holds(RawChange change) {
        return contents.contains(SyncedContent.after(change));
    }

    private record ChangeStep(String entry, RawChange change) {}

    // The changes of each path in their order; a renamed file changes two paths.
    private static Map<GitPath, List<ChangeStep>> steps(List<EntryChanges> entries) {
        Map<GitPath, List<ChangeStep>> steps = new HashMap<>();
        for (EntryChanges entry : entries) {
            for (RawChange change : entry.all()) {
                ChangeStep step = new ChangeStep(entry.entry(), change);
                steps.computeIfAbsent(change.path(), _ -> new ArrayList<>()).add(step);
                GitPath from = change.from();
                if (from != null) {
                    steps.computeIfAbsent(from, _ -> new ArrayList<>()).add(step);
                }
            }
        }
        return steps;
    }

    // The same change in the work that was synced.
    private static Optional<ChangeStep> synced(
            ChangeStep step, Map<GitPath, List<ChangeStep>> before, Map<GitPath, List<ChangeStep>> after) {
        GitPath from = step.change().from();
        Optional<ChangeStep> found = synced(step.change().path(), step, before, after);
        return from == null || synced(from, step, before, after).equals(found) ? found : Optional.empty();
    }

    private static Optional<ChangeStep> synced(
            GitPath path,
            ChangeStep step,
            Map<GitPath, List<ChangeStep>> before,
            Map<GitPath, List<ChangeStep>> after) {
        List<ChangeStep> then = before.getOrDefault(path, List.of());
        int at = after.getOrDefault(path, List.of()).indexOf(step);
        return at < then.size() && first(path, before, after) ? Optional.of(then.get(at)) : Optional.empty();
    }

    // True if the changes of the synced work are still the first ones of this path.
    private static boolean first(
            GitPath path, Map<GitPath, List<ChangeStep>> before, Map<GitPath, List<ChangeStep>> after) {
        List<ChangeStep> then = before.getOrDefault(path, List.of());
        List<ChangeStep> now = after.getOrDefault(path, List.of());
        if (then.size() > now.size()) {
            return false;
        }
        for (int i = 0; i < then.size(); i++) {
            if (!then.get(i).change().equals(now.get(i).change())) {
                return false;
            }
        }
        return true;
    }

    // True if this is what was accepted before it was committed.
    private static boolean committedSince(
            ChangeStep step,
            Map<GitPath, List<ChangeStep>> before,
            Map<GitPath, List<ChangeStep>> after,
            List<RawChange> uncommitted) {
        GitPath path = step.change().path();
        return after.getOrDefault(path, List.of()).indexOf(step)
                        == before.getOrDefault(path, List.of()).size()
                && first(path, before, after)
                && uncommitted.contains(step.change());
    }
}
