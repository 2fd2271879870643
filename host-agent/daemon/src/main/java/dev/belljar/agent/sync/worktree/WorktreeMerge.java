package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.gate.BlobContents;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.text.TextMerge;
import dev.belljar.contract.request.work.ConflictChoice;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// Merges an accepted change of a file with the file that the project has now.
final class WorktreeMerge {
    private static final int SNIFFED = 8000;

    /// The most conflicting hunks of a file, and the most characters of their lines, that a person is asked
    /// about.
    private static final int HUNKS = 200;

    private static final int SHOWN = 128 << 10;

    private WorktreeMerge() {}

    /// The three versions of a file: in the capture, as accepted, and on disk; null if there is none.
    record FileVersions(
            GitPath path,
            @Nullable DiskEntry base,
            @Nullable DiskEntry theirs,
            @Nullable DiskEntry ours) {
        /// The same with another version before both changes.
        FileVersions since(@Nullable DiskEntry other) {
            return new FileVersions(path, other, theirs, ours);
        }
    }

    /// The version to write: nothing to do, a whole version, or a merged text.
    sealed interface MergeOutcome {
        record NoChange() implements MergeOutcome {}

        record WholeVersion(@Nullable DiskEntry entry) implements MergeOutcome {}

        record MergedText(String mode, byte[] content) implements MergeOutcome {}

        /// Both sides changed a file that can only be taken as a whole, for this reason.
        record WholeConflict(String reason) implements MergeOutcome {}

        /// Both sides changed the same lines. `returns` is true if lines end with CR LF in the project only; `settled`
        /// are the conflicts for which the project's lines are the result of an earlier resolution.
        record LineConflicts(String mode, TextMerge merge, boolean returns, Set<Integer> settled)
                implements MergeOutcome {
            public LineConflicts {
                settled = Set.copyOf(settled);
            }

            /// The conflicts that must be resolved.
            List<TextMerge.TextConflict> open() {
                List<TextMerge.TextConflict> all = merge.conflicts();
                return IntStream.range(0, all.size())
                        .filter(i -> !settled.contains(i))
                        .mapToObj(all::get)
                        .toList();
            }

            /// The same without the conflicts whose hashes are known.
            LineConflicts without(List<String> known) {
                List<TextMerge.TextConflict> all = merge.conflicts();
                Set<Integer> found = IntStream.range(0, all.size())
                        .filter(i -> known.contains(ResolvedFile.hash(
                                all.get(i), all.get(i).project().text())))
                        .boxed()
                        .collect(Collectors.toSet());
                return new LineConflicts(mode, merge, returns, found);
            }

            /// One choice for each conflict, if `choices` are for those that were open.
            private List<ConflictChoice> all(List<ConflictChoice> choices) {
                Iterator<ConflictChoice> next = choices.iterator();
                return IntStream.range(0, merge.hunks())
                        .mapToObj(i -> settled.contains(i) ? ConflictChoice.PROJECT : next.next())
                        .toList();
            }

            MergedText resolved(List<ConflictChoice> choices) {
                byte[] text = merge.text(all(choices));
                return new MergedText(mode, returns ? withReturns(text) : text);
            }

            /// The hashes of the conflicts with these choices.
            List<String> hashes(List<ConflictChoice> choices) {
                List<TextMerge.TextConflict> conflicts = merge.conflicts();
                List<ConflictChoice> all = all(choices);
                return IntStream.range(0, all.size())
                        .mapToObj(i -> ResolvedFile.hash(conflicts.get(i), written(conflicts.get(i), all.get(i))))
                        .toList();
            }

            private static String written(TextMerge.TextConflict conflict, ConflictChoice choice) {
                String project = conflict.project().text();
                String sandbox = conflict.sandbox().text();
                boolean joined = project.isEmpty() || sandbox.isEmpty() || project.endsWith("\n");
                return switch (choice) {
                    case PROJECT -> project;
                    case SANDBOX -> sandbox;
                    case BOTH -> project + (joined ? "" : "\n") + sandbox;
                };
            }
        }

        /// True if somebody must decide.
        default boolean conflict() {
            return this instanceof WholeConflict || this instanceof LineConflicts;
        }
    }

    /// What to do with a file without comparing contents; empty if texts must be merged.
    static Optional<MergeOutcome> simple(FileVersions versions) {
        DiskEntry base = versions.base();
        DiskEntry theirs = versions.theirs();
        DiskEntry ours = versions.ours();
        if (Objects.equals(ours, theirs) || Objects.equals(base, theirs)) {
            return Optional.of(new MergeOutcome.NoChange());
        }
        if (ours == null) {
            return Optional.of(
                    base == null
                            ? new MergeOutcome.WholeVersion(theirs)
                            : new MergeOutcome.WholeConflict("You deleted the file, and the sandbox changed it."));
        }
        boolean untouched = base != null && base.id().equals(ours.id()) && base.regular() == ours.regular();
        if (theirs == null) {
            return Optional.of(
                    untouched
                            ? new MergeOutcome.WholeVersion(null)
                            : new MergeOutcome.WholeConflict("You changed the file, and the sandbox deleted it."));
        }
        if (base != null && untouched) {
            boolean sameKind = ours.regular() && theirs.regular();
            String mode = sameKind && base.mode().equals(theirs.mode()) ? ours.mode() : theirs.mode();
            DiskEntry wanted = theirs.withMode(mode);
            return Optional.of(
                    wanted.equals(ours) ? new MergeOutcome.NoChange() : new MergeOutcome.WholeVersion(wanted));
        }
        boolean texts = (base == null || base.regular()) && theirs.regular() && ours.regular();
        return texts ? Optional.empty() : Optional.of(new MergeOutcome.WholeConflict("A version is a symbolic link."));
    }

    /// Merges texts; a file that both sides added has an empty base. Where the project has lines that end with
    /// CR LF and the repository has none, the user's git converts them; they are kept.
    static MergeOutcome merged(FileVersions versions, byte[] base, byte[] theirs, byte[] ours) {
        if (binary(base) || binary(theirs) || binary(ours)) {
            return new MergeOutcome.WholeConflict("The file is binary.");
        }
        boolean converted = count(base, true) == 0
                && count(theirs, true) == 0
                && count(ours, true) > 0
                && count(ours, true) == count(ours, false);
        Optional<TextMerge> merge = TextMerge.of(base, converted ? withoutReturns(ours) : ours, theirs);
        if (merge.isEmpty()) {
            return new MergeOutcome.WholeConflict("Comparing the versions takes too long.");
        }
        MergeOutcome.LineConflicts all =
                new MergeOutcome.LineConflicts(mode(versions), merge.get(), converted, Set.of());
        int hunks = merge.get().hunks();
        if (hunks == 0) {
            return all.resolved(List.of());
        }
        return hunks > HUNKS || size(merge.get()) > SHOWN
                ? new MergeOutcome.WholeConflict("There are too many conflicting lines.")
                : all;
    }

    // The mode that the sandbox changed, otherwise that of the project.
    private static String mode(FileVersions versions) {
        DiskEntry before = versions.base();
        DiskEntry after = Objects.requireNonNull(versions.theirs());
        boolean changed = before != null && !before.mode().equals(after.mode());
        return changed ? after.mode() : Objects.requireNonNull(versions.ours()).mode();
    }

    private static int size(TextMerge merge) {
        return merge.conflicts().stream()
                .mapToInt(each -> each.base().text().length()
                        + each.project().text().length()
                        + each.sandbox().text().length())
                .sum();
    }

    private static boolean binary(byte[] bytes) {
        if (bytes.length > BlobContents.LARGEST) {
            return true;
        }
        for (int i = 0; i < Math.min(bytes.length, SNIFFED); i++) {
            if (bytes[i] == 0) {
                return true;
            }
        }
        return false;
    }

    // The line ends, or those with a carriage return before.
    private static int count(byte[] text, boolean withReturn) {
        int count = 0;
        for (int i = 0; i < text.length; i++) {
            boolean end = text[i] == '\n';
            count += end && (!withReturn || (i > 0 && text[i - 1] == '\r')) ? 1 : 0;
        }
        return count;
    }

    private static byte[] withoutReturns(byte[] text) {
        return latin1(new String(text, StandardCharsets.ISO_8859_1).replace("\r\n", "\n"));
    }

    private static byte[] withReturns(byte[] text) {
        return latin1(new String(text, StandardCharsets.ISO_8859_1).replace("\n", "\r\n"));
    }

    private static byte[] latin1(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
