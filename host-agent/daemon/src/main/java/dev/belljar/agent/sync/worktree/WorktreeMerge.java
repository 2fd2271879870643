package dev.belljar.agent.sync.worktree;

import dev.belljar.agent.sync.gate.BlobContents;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.text.LineText;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Merges an accepted change of a file with the file that the project has now.
final class WorktreeMerge {
    private static final int SNIFFED = 8000;

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

        record MergeConflict() implements MergeOutcome {}
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
            return Optional.of(base == null ? new MergeOutcome.WholeVersion(theirs) : new MergeOutcome.MergeConflict());
        }
        boolean untouched = base != null && base.id().equals(ours.id()) && base.regular() == ours.regular();
        if (theirs == null) {
            return Optional.of(untouched ? new MergeOutcome.WholeVersion(null) : new MergeOutcome.MergeConflict());
        }
        if (base != null && untouched) {
            boolean sameKind = ours.regular() && theirs.regular();
            String mode = sameKind && base.mode().equals(theirs.mode()) ? ours.mode() : theirs.mode();
            DiskEntry wanted = theirs.withMode(mode);
            return Optional.of(
                    wanted.equals(ours) ? new MergeOutcome.NoChange() : new MergeOutcome.WholeVersion(wanted));
        }
        boolean texts = base != null && base.regular() && theirs.regular() && ours.regular();
        return texts ? Optional.empty() : Optional.of(new MergeOutcome.MergeConflict());
    }

    /// Merges texts. Where the project has lines that end with CR LF and the repository has none, the user's git
    /// converts them; they are kept.
    static MergeOutcome merged(FileVersions versions, byte[] base, byte[] theirs, byte[] ours) {
        DiskEntry before = versions.base();
        DiskEntry after = versions.theirs();
        DiskEntry now = versions.ours();
        if (before == null || after == null || now == null || binary(base) || binary(theirs) || binary(ours)) {
            return new MergeOutcome.MergeConflict();
        }
        String mode = before.mode().equals(after.mode()) ? now.mode() : after.mode();
        boolean converted = count(base, true) == 0 && count(ours, true) > 0 && count(ours, true) == count(ours, false);
        byte[] mine = converted ? withoutReturns(ours) : ours;
        Optional<byte[]> merged = LineText.merge(base, mine, theirs);
        return merged.isEmpty()
                ? new MergeOutcome.MergeConflict()
                : new MergeOutcome.MergedText(mode, converted ? withReturns(merged.get()) : merged.get());
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
