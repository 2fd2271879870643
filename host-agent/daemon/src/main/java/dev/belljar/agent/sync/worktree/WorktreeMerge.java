package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.gate.BlobContents;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.text.TextMerge;
import dev.belljar.contract.request.work.ConflictChoice;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
            @Nullable DiskEntry ours) {}

    /// The version to write: nothing to do, a whole version, or a merged text.
    sealed interface MergeOutcome {
        record NoChange() implements MergeOutcome {}

        record WholeVersion(@Nullable DiskEntry entry) implements MergeOutcome {}

        record MergedText(String mode, byte[] content) implements MergeOutcome {}

        /// Both sides changed a file that can only be taken as a whole, for this reason.
        record WholeConflict(String reason) implements MergeOutcome {}

        /// Both sides changed the same lines. `returns` is true if lines end with CR LF in the project only.
        record LineConflicts(String mode, TextMerge merge, boolean returns) implements MergeOutcome {
            MergedText resolved(List<ConflictChoice> choices) {
                byte[] text = merge.text(choices);
                return new MergedText(mode, returns ? withReturns(text) : text);
            }
        }
    }

    /// What to do with a file without comparing contents; empty if texts must be merged.
    static Optional<MergeOutcome> simple(FileVersions versions) {
        DiskEntry base = versions.base();
        DiskEntry theirs = versions.theirs();
        DiskEntry ours = versions.ours();
        if (same(ours, theirs) || (ours == null && theirs == null)) {
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
        MergeOutcome.LineConflicts all = new MergeOutcome.LineConflicts(mode(versions), merge.get(), converted);
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

    private static boolean same(@Nullable DiskEntry one, @Nullable DiskEntry other) {
        return one != null && one.equals(other);
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
