package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.gate.BlobContents;
import dev.belljar.agent.sync.gate.BlobContents.TreeEntry;
import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.text.LineHunk;
import dev.belljar.agent.sync.text.LineText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Applies the accepted part of a change of one file to what is at its path. Not thread-safe.
final class FileMerge implements AutoCloseable {
    private final HostRepository repository;
    private final OperationDeadline deadline;
    private @Nullable BlobReader blobs;

    FileMerge(HostRepository repository, OperationDeadline deadline) {
        this.repository = repository;
        this.deadline = deadline;
    }

    /// A change of an entry, and what of it is accepted.
    record SelectedChange(WorkEntry entry, RawChange change, SyncedParts.SelectedPart part) {
        private String name() {
            return change.path().brief() + " in " + entry.name();
        }
    }

    /// A version of a file: its entry, and its text if only a part of the change was accepted.
    private record Version(TreeEntry entry, byte @Nullable [] text) {}

    /// The new entries of the paths of a change; `now` has the present ones.
    ///
    /// @throws SyncException `sync.refused` when the change depends on one that was not accepted, or does not have
    /// the skipped hunks
    Map<GitPath, Optional<TreeEntry>> changed(
            SelectedChange change, Function<GitPath, @Nullable Optional<TreeEntry>> now)
            throws SyncException, InterruptedException {
        RawChange raw = change.change();
        Version theirs = theirs(change);
        boolean nothing = change.part().equals(SyncedParts.SelectedPart.NOTHING) || (theirs == null && !raw.deleted());
        if (nothing) {
            return Map.of();
        }
        GitPath from = raw.status() == 'R' ? raw.from() : null;
        GitPath source = from == null ? raw.path() : from;
        Optional<TreeEntry> ours = Objects.requireNonNullElse(now.apply(source), Optional.empty());
        Optional<TreeEntry> merged = merged(change, OwnFiles.before(raw), theirs, ours);
        if (from == null) {
            return Map.of(raw.path(), merged);
        }
        boolean occupied = Objects.requireNonNullElse(now.apply(raw.path()), Optional.<TreeEntry>empty())
                .isPresent();
        if (occupied) {
            throw dependent(change, null);
        }
        return Map.of(from, Optional.empty(), raw.path(), merged);
    }

    @Override
    public void close() {
        BlobReader open = blobs;
        if (open != null) {
            open.close();
        }
    }

    // The accepted version; null if the file is deleted, or nothing of the change is accepted.
    private @Nullable Version theirs(SelectedChange change) throws SyncException, InterruptedException {
        RawChange raw = change.change();
        if (!(change.part() instanceof SyncedParts.SelectedPart.WithoutHunks some)) {
            return raw.deleted() ? null : new Version(new TreeEntry(raw.newMode(), raw.newId()), null);
        }
        if (raw.status() != 'M') {
            require(change, some.hunks(), 1);
            return null;
        }
        byte[] before = text(change, raw.oldId());
        byte[] after = text(change, raw.newId());
        List<LineHunk> hunks = LineText.hunks(before, after);
        require(change, some.hunks(), hunks.size());
        Set<Integer> accepted = LineText.others(hunks, some.hunks());
        return accepted.isEmpty()
                ? null
                : new Version(
                        new TreeEntry(raw.newMode(), raw.newId()), LineText.apply(before, after, hunks, accepted));
    }

    private static void require(SelectedChange change, Set<Integer> skipped, int hunks) throws SyncException {
        for (int each : skipped) {
            if (each < 0 || each >= hunks) {
                throw SyncFaults.refused(
                        change.name() + " has no hunk with the number " + each, "Review the changes again, then sync.");
            }
        }
    }

    private Optional<TreeEntry> merged(
            SelectedChange change, Optional<TreeEntry> base, @Nullable Version theirs, Optional<TreeEntry> ours)
            throws SyncException, InterruptedException {
        if (theirs == null) {
            if (ours.isPresent() && !ours.equals(base)) {
                throw dependent(change, null);
            }
            return Optional.empty();
        }
        Optional<TreeEntry> wanted = Optional.of(theirs.entry());
        byte[] text = theirs.text();
        if (text == null && ours.equals(wanted)) {
            return ours;
        }
        if (ours.equals(base)) {
            return text == null
                    ? wanted
                    : Optional.of(new TreeEntry(theirs.entry().mode(), written(text)));
        }
        if (base.isEmpty() || ours.isEmpty() || !texts(base.get(), theirs.entry(), ours.get())) {
            throw dependent(change, null);
        }
        String mode = theirs.entry().mode().equals(base.get().mode())
                ? ours.get().mode()
                : theirs.entry().mode();
        return Optional.of(new TreeEntry(mode, content(change, base.get(), theirs, ours.get())));
    }

    private String content(SelectedChange change, TreeEntry base, Version theirs, TreeEntry ours)
            throws SyncException, InterruptedException {
        byte[] part = theirs.text();
        if (part == null && base.id().equals(theirs.entry().id())) {
            return ours.id();
        }
        byte[] before = text(change, base.id());
        byte[] now = text(change, ours.id());
        byte[] wanted = part == null ? text(change, theirs.entry().id()) : part;
        Optional<byte[]> merged = LineText.merge(before, now, wanted);
        if (merged.isEmpty()) {
            byte[] after = text(change, theirs.entry().id());
            List<LineHunk> hunks = LineText.hunks(before, after);
            Set<Integer> skipped =
                    change.part() instanceof SyncedParts.SelectedPart.WithoutHunks some ? some.hunks() : Set.of();
            throw dependent(
                    change,
                    LineText.conflicting(before, after, hunks, LineText.others(hunks, skipped), now)
                            .orElse(null));
        }
        return written(merged.get());
    }

    private static boolean texts(TreeEntry... entries) {
        for (TreeEntry entry : entries) {
            if (!entry.mode().startsWith("100")) {
                return false;
            }
        }
        return true;
    }

    private static SyncException dependent(SelectedChange change, @Nullable Integer hunk) {
        String what = hunk == null ? change.name() : "hunk " + (hunk + 1) + " of " + change.name();
        return SyncFaults.refused(
                what + " depends on a change that is skipped or excluded",
                "Accept both changes or skip both. Nothing was changed.");
    }

    private byte[] text(SelectedChange change, String id) throws SyncException, InterruptedException {
        BlobReader open = blobs == null ? new BlobReader(repository.untrusted(), deadline) : blobs;
        blobs = open;
        return open.read(id, BlobContents.LARGEST)
                .orElseThrow(() -> SyncFaults.refused(
                        change.name() + " is too large to be divided or merged",
                        "Accept the whole file and every earlier change to it, or skip all of them."));
    }

    private String written(byte[] text) throws SyncException, InterruptedException {
        byte[] id = repository
                .untrusted()
                .check(text, "hash-object", "-t", "blob", "-w", "--stdin", "--no-filters")
                .out();
        return RefNames.object(new String(id, StandardCharsets.US_ASCII).strip());
    }
}
