package dev.belljar.app.review.decision;

import dev.belljar.contract.request.work.SkippedChange;
import dev.belljar.contract.view.review.FileHunks;
import dev.belljar.contract.view.review.FileHunks.Hunk;
import dev.belljar.contract.view.review.ReviewEntry;
import dev.belljar.contract.view.work.FileChange;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A changed file in an entry of the review, with the decisions about its hunks.
///
/// The hunks are known once the file was shown; until then, and for a file without hunks, there is one decision for the
/// whole file. The host agent may have counted the hunks before. The text of the file is not kept here.
public final class ReviewedFile {
    private ReviewEntry entry;
    private final FileChange change;
    private final List<HunkDecision> decisions = new ArrayList<>(List.of(HunkDecision.OPEN));
    private List<Hunk> hunks = List.of();
    private List<String> keys = List.of();
    private boolean loaded;
    private int count;
    private boolean read;
    private int decidedBefore;
    private long changedAt;
    private final List<Integer> changed = new ArrayList<>();

    public ReviewedFile(ReviewEntry entry, FileChange change) {
        this.entry = entry;
        this.change = change;
    }

    /// Notes that the same change is in another entry now.
    public void move(ReviewEntry next) {
        entry = next;
    }

    public ReviewEntry entry() {
        return entry;
    }

    /// True if the file belongs to this entry; an entry is known by its commit.
    public boolean in(ReviewEntry other) {
        return entry.id().equals(other.id());
    }

    public FileChange change() {
        return change;
    }

    public String path() {
        return change.path();
    }

    /// True if the file could run on the host.
    public boolean risky() {
        return change.risk() != null;
    }

    /// True if the hunks are known.
    public boolean loaded() {
        return loaded;
    }

    /// The number of hunks about which there can be different decisions now.
    public int hunks() {
        return decisions.size();
    }

    /// Takes the number of hunks as the host agent counted them, or `HunkCounts.UNKNOWN`.
    public void count(int hunks) {
        count = hunks;
    }

    /// True if the host agent has not been asked yet how many hunks there are.
    public boolean uncounted() {
        return !loaded && count == 0;
    }

    /// True if it is known how many hunks there are.
    public boolean counted() {
        return loaded || count > 0;
    }

    /// The number of hunks; 1 if it is not known.
    public int total() {
        return loaded ? decisions.size() : Math.max(1, count);
    }

    /// The number of hunks with this decision, of `total`.
    public int total(HunkDecision decision) {
        return loaded ? count(decision) : decisions.getFirst() == decision ? total() : 0;
    }

    /// The lines of a hunk; empty if there is one hunk for the whole file.
    public Optional<Hunk> hunk(int at) {
        return at < hunks.size() ? Optional.of(hunks.get(at)) : Optional.empty();
    }

    /// The decision about a hunk, of `total`.
    public HunkDecision decision(int at) {
        return decisions.get(loaded ? at : 0);
    }

    public List<HunkDecision> decisions() {
        return List.copyOf(decisions);
    }

    public void decide(int at, HunkDecision decision) {
        decisions.set(at, decision);
    }

    public void decideAll(HunkDecision decision) {
        Collections.fill(decisions, decision);
    }

    /// Replaces a decision wherever it was made.
    public void replace(HunkDecision was, HunkDecision next) {
        decisions.replaceAll(decision -> decision == was ? next : decision);
    }

    /// Returns to earlier decisions.
    public void restore(List<HunkDecision> earlier) {
        for (int i = 0; i < decisions.size(); i++) {
            decisions.set(i, earlier.get(earlier.size() == decisions.size() ? i : 0));
        }
    }

    public int count(HunkDecision decision) {
        return Collections.frequency(decisions, decision);
    }

    /// The number of hunks that a sync includes.
    public int included() {
        return count(HunkDecision.ACCEPTED) + count(HunkDecision.SYNCED);
    }

    public boolean decided() {
        return !decisions.contains(HunkDecision.OPEN);
    }

    public boolean synced() {
        return count(HunkDecision.SYNCED) == decisions.size();
    }

    /// The first hunk at or after `from` without a decision, or -1.
    public int nextOpen(int from) {
        return IntStream.range(Math.max(0, from), decisions.size())
                .filter(i -> decisions.get(i) == HunkDecision.OPEN)
                .findFirst()
                .orElse(-1);
    }

    /// True if the file was opened, so that the user could read it.
    public boolean read() {
        return read;
    }

    public void markRead() {
        read = true;
    }

    /// Notes how many hunks of an earlier version were decided, so that the hunks must be compared.
    public void decidedBefore(int count, long now) {
        decidedBefore = count;
        changedAt = now;
    }

    /// True if the hunks must be loaded to find out which decisions still apply.
    public boolean mustCompare() {
        return decidedBefore > 0;
    }

    /// When the hunk was found to differ from the one decided before, milliseconds since the epoch; 0 if it did not.
    public long changedAt(int at) {
        return changed.contains(at) ? changedAt : 0;
    }

    /// Takes the hunks. Decisions about the whole file apply to each of them, and those about hunks with the same text
    /// apply again.
    public void load(FileHunks file, RememberedHunks remembered) {
        if (loaded) {
            return;
        }
        HunkDecision whole = decisions.getFirst();
        hunks = file.hunks();
        keys = HunkKeys.of(file);
        loaded = true;
        decisions.clear();
        List<Integer> unknown = new ArrayList<>();
        Predicate<String> single = HunkKeys.single(keys);
        for (int i = 0; i < keys.size(); i++) {
            HunkDecision before = single.test(keys.get(i)) ? remembered.decision(subject(), keys.get(i)) : null;
            decisions.add(whole != HunkDecision.OPEN || before == null ? whole : before);
            if (before == null) {
                unknown.add(i);
            }
        }
        if (keys.size() - unknown.size() < decidedBefore) {
            changed.addAll(unknown);
        }
        read = read || remembered.read(subject(), keys);
        decidedBefore = 0;
    }

    /// Keeps the decisions for a newer version of the file.
    public void keep(RememberedHunks remembered) {
        if (loaded) {
            remembered.keep(subject(), keys, decisions, read);
        }
    }

    /// What decisions are about besides the text: a file that became executable is another subject.
    private String subject() {
        return String.join("\0", path(), change.status(), String.valueOf(change.risk()));
    }

    /// The part of the file that a sync leaves out; null if it includes the whole file.
    @Nullable
    public SkippedChange skipped() {
        List<Integer> left = IntStream.range(0, decisions.size())
                .filter(i -> !decisions.get(i).included())
                .boxed()
                .toList();
        if (left.isEmpty()) {
            return null;
        }
        return new SkippedChange(
                entry.id(),
                path(),
                left.size() == decisions.size()
                        ? List.of()
                        : left.stream().map(i -> hunks.get(i).index()).toList());
    }

    @Override
    public String toString() {
        return "path=" + path() + "," + entry.id();
    }
}
