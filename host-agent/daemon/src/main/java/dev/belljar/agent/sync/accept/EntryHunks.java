package dev.belljar.agent.sync.accept;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.ReviewedBase;
import dev.belljar.agent.sync.capture.ReviewedPlans;
import dev.belljar.agent.sync.gate.BlobContents;
import dev.belljar.agent.sync.gate.BlobContents.TreeEntry;
import dev.belljar.agent.sync.git.BlobReader;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.git.TreePair;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RecentResults;
import dev.belljar.agent.sync.text.LineHunk;
import dev.belljar.agent.sync.text.LineText;
import dev.belljar.contract.request.work.ReadHunkCounts;
import dev.belljar.contract.request.work.ReadHunks;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.HunkCounts;
import dev.belljar.contract.view.work.FileContents;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Reads the hunks of files in the entries of a sandbox's reviews.
public record EntryHunks(
        HostRepository repository,
        OperationDeadline deadline,
        String sandbox,
        RecentResults<ChangedEntry, Map<GitPath, RawChange>> recent) {
    /// About how many bytes of memory a change takes besides its paths.
    public static final int CHANGE_BYTES = 400;

    /// How long files are counted for one answer, and how many bytes of them are read: a file that is to be shown
    /// waits.
    private static final Duration COUNTING = Duration.ofMillis(200);

    private static final int COUNTED = 32 << 20;

    private static final int HEADING = 120;

    /// Lines before a hunk among which the one that begins the surrounding function is searched.
    private static final int SEARCHED = 500;

    /// An entry of a review, whose changes depend only on commits, which never change.
    public record ChangedEntry(Path repository, String entry, String tip, ReviewedBase base) {}

    /// The hunks of one file.
    ///
    /// @throws SyncException `sync.moved-on` when the entry is not one of a review of this sandbox, `sync.refused`
    /// when it does not change the file
    public FileHunks read(ReadHunks request) throws SyncException, InterruptedException {
        String entry = RefNames.object(request.entry());
        ReviewedPlans.ReviewedPlan plan = plan(entry, request.commit(), request.base());
        EntryBase base = EntryBase.of(repository, plan.base());
        GitPath wanted = GitPath.parse(request.path());
        RawChange change = changes(plan, base, entry).get(wanted);
        if (change == null) {
            throw SyncFaults.refused(
                    "path " + wanted.brief() + " is not changed in this entry", "Use paths as listed in the review.");
        }
        return without(synced(base, plan.tip(), entry, change), hunks(entry, change), change);
    }

    /// How many hunks the files have, for as many files as can be counted in a moment. The smallest answer has one
    /// file, so each request gets further.
    ///
    /// @throws SyncException `sync.moved-on` when the entry is not one of a review of this sandbox
    public HunkCounts count(ReadHunkCounts request) throws SyncException, InterruptedException {
        String entry = RefNames.object(request.entry());
        ReviewedPlans.ReviewedPlan plan = plan(entry, request.commit(), request.base());
        EntryBase base = EntryBase.of(repository, plan.base());
        Map<String, RawChange> rest = new TreeMap<>();
        for (RawChange change : changes(plan, base, entry).values()) {
            String path = change.path().shown();
            if (path.compareTo(request.from()) >= 0) {
                rest.put(path, change);
            }
        }
        long end = System.nanoTime() + COUNTING.toNanos();
        List<HunkCounts.HunkCount> counts = new ArrayList<>();
        try (BlobReader blobs = new BlobReader(repository.untrusted(), deadline)) {
            long bytes = 0;
            for (Map.Entry<String, RawChange> each : rest.entrySet()) {
                if (!counts.isEmpty() && (bytes > COUNTED || System.nanoTime() - end > 0)) {
                    break;
                }
                RawChange change = each.getValue();
                Set<Integer> left = synced(base, plan.tip(), entry, change);
                Optional<byte[]> old =
                        compared(change) && left.isEmpty() ? text(blobs, change.oldId()) : Optional.empty();
                Optional<byte[]> young = old.isEmpty() ? old : text(blobs, change.newId());
                bytes += old.map(text -> text.length).orElse(0)
                        + young.map(text -> text.length).orElse(0);
                int hunks = young.isEmpty()
                        ? left.size()
                        : LineText.count(old.get(), young.get()).orElse(HunkCounts.UNKNOWN);
                counts.add(new HunkCounts.HunkCount(each.getKey(), hunks == 0 ? 1 : hunks));
            }
        }
        return new HunkCounts(entry, counts);
    }

    // Only the text of a changed file is divided.
    private static boolean compared(RawChange change) {
        return change.status() == 'M' && !change.module() && !change.oldId().equals(change.newId());
    }

    private static Optional<byte[]> text(BlobReader blobs, String id) throws SyncException, InterruptedException {
        return blobs.read(id, BlobContents.LARGEST).filter(BlobContents::text);
    }

    private ReviewedPlans.ReviewedPlan plan(String entry, @Nullable String commit, @Nullable String base)
            throws SyncException, InterruptedException {
        return new ReviewedPlans(repository, sandbox).containing(entry, commit, base);
    }

    private Map<GitPath, RawChange> changes(ReviewedPlans.ReviewedPlan plan, EntryBase base, String entry)
            throws SyncException, InterruptedException {
        ChangedEntry key = new ChangedEntry(repository.path(), entry, plan.tip(), plan.base());
        Map<GitPath, RawChange> known = recent.get(key).orElse(null);
        if (known != null) {
            return known;
        }
        TreePair trees = ReviewEntries.trees(
                repository, deadline, base, entry, plan.tip().equals(entry));
        Map<GitPath, RawChange> changes = new HashMap<>();
        TreeDiff.changes(repository.untrusted(), deadline, trees.before(), trees.after(), WorkReview.SHOWN)
                .all()
                .forEach(change -> changes.putIfAbsent(change.path(), change));
        recent.put(
                key,
                Map.copyOf(changes),
                changes.values().stream().mapToInt(EntryHunks::size).sum());
        return changes;
    }

    private static int size(RawChange change) {
        GitPath from = change.from();
        return CHANGE_BYTES
                + change.path().latin1().length()
                + (from == null ? 0 : from.latin1().length());
    }

    // The hunks that were synced before; only a part of a file that is still listed.
    private Set<Integer> synced(EntryBase base, String tip, String entry, RawChange change)
            throws SyncException, InterruptedException {
        String path = change.path().shown();
        boolean part = change.status() == 'M'
                && base.synced().leftOut().stream()
                        .anyMatch(each ->
                                each.path().equals(path) && !each.hunks().isEmpty());
        if (!part) {
            return Set.of();
        }
        ReviewEntries entries = ReviewEntries.of(repository, deadline, base, tip);
        WorkEntry found = entries.find(entry).orElse(null);
        if (found == null) {
            return Set.of();
        }
        Optional<SyncedParts.SelectedPart> known = found.changes().stream()
                .filter(each -> each.change().equals(change))
                .findFirst()
                .flatMap(each -> entries.synced().of(found, each));
        return known.isPresent() && known.get() instanceof SyncedParts.SelectedPart.WithoutHunks left
                ? left.hunks()
                : Set.of();
    }

    // The file before has the hunks that were synced; the others keep their numbers.
    private FileHunks without(Set<Integer> left, FileHunks all, RawChange change)
            throws SyncException, InterruptedException {
        if (left.isEmpty() || all.note() != null) {
            return all;
        }
        List<FileHunks.Hunk> hunks = new ArrayList<>();
        int moved = 0;
        for (FileHunks.Hunk hunk : all.hunks()) {
            if (left.contains(hunk.index())) {
                int start = hunk.oldStart() + moved;
                hunks.add(new FileHunks.Hunk(
                        hunk.index(), start, hunk.oldLines(), hunk.newStart(), hunk.newLines(), hunk.heading()));
            } else {
                moved += hunk.newLines() - hunk.oldLines();
            }
        }
        return new FileHunks(all.entry(), all.path(), all.from(), before(change, left), all.after(), all.note(), hunks);
    }

    private String before(RawChange change, Set<Integer> left) throws SyncException, InterruptedException {
        try (BlobReader blobs = new BlobReader(repository.untrusted(), deadline)) {
            byte[] old = text(blobs, OwnFiles.before(change).orElse(null));
            byte[] young = text(blobs, OwnFiles.after(change).orElse(null));
            List<LineHunk> hunks = LineText.hunks(old, young);
            return new String(LineText.apply(old, young, hunks, LineText.others(hunks, left)), StandardCharsets.UTF_8);
        }
    }

    private FileHunks hunks(String entry, RawChange change) throws SyncException, InterruptedException {
        TreeEntry before = OwnFiles.before(change).orElse(null);
        TreeEntry after = OwnFiles.after(change).orElse(null);
        GitPath from = change.status() == 'R' ? change.from() : null;
        FileContents contents =
                new BlobContents(repository.untrusted()).contents(change.path().shown(), before, after);
        return new FileHunks(
                entry,
                change.path().shown(),
                from == null ? null : from.shown(),
                contents.before(),
                contents.after(),
                contents.note(),
                contents.note() == null ? hunks(change, before, after) : List.of());
    }

    private List<FileHunks.Hunk> hunks(RawChange change, @Nullable TreeEntry before, @Nullable TreeEntry after)
            throws SyncException, InterruptedException {
        byte[] old;
        byte[] young;
        try (BlobReader blobs = new BlobReader(repository.untrusted(), deadline)) {
            old = text(blobs, before);
            young = text(blobs, after);
        }
        List<String> lines = new String(old, StandardCharsets.UTF_8).lines().toList();
        List<FileHunks.Hunk> hunks = new ArrayList<>();
        List<LineHunk> found = change.status() == 'M' ? LineText.hunks(old, young) : LineText.all(old, young);
        for (LineHunk hunk : found) {
            int oldLines = hunk.oldTo() - hunk.oldFrom();
            int newLines = hunk.newTo() - hunk.newFrom();
            hunks.add(new FileHunks.Hunk(
                    hunks.size(),
                    oldLines == 0 ? hunk.oldFrom() : hunk.oldFrom() + 1,
                    oldLines,
                    newLines == 0 ? hunk.newFrom() : hunk.newFrom() + 1,
                    newLines,
                    heading(lines, hunk.oldFrom())));
        }
        return hunks;
    }

    private static byte[] text(BlobReader blobs, @Nullable TreeEntry entry) throws SyncException, InterruptedException {
        Optional<byte[]> text = entry == null ? Optional.empty() : blobs.read(entry.id(), BlobContents.LARGEST);
        return text.orElse(new byte[0]);
    }

    // As git does it: the last line before the hunk that begins with a letter, `_` or `$`.
    private static String heading(List<String> lines, int hunk) {
        int end = Math.min(hunk, lines.size());
        for (int i = end - 1; i >= Math.max(0, end - SEARCHED); i--) {
            String line = lines.get(i);
            boolean begins = !line.isEmpty()
                    && (Character.isLetter(line.charAt(0)) || line.charAt(0) == '_' || line.charAt(0) == '$');
            if (begins) {
                String shown = VisibleText.line(line.strip());
                return shown.length() > HEADING ? shown.substring(0, HEADING) + "…" : shown;
            }
        }
        return "";
    }
}
