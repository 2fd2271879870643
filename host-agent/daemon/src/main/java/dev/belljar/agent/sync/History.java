package dev.belljar.agent.sync;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The commits between what was captured and a tip: a file that could execute may have come and gone among them.
record History(HostRepository repository, Review review, String capture) {
    private static final int COMMITS = 2_000;
    private static final int CHANGES = 50_000;

    /// True when no commit on the way brings a risky change other than to the paths allowed and to what the person
    /// had there themselves. False too when there is too much to look through.
    boolean holdsOnly(String tip, Set<GitPath> allowed) throws SyncException, InterruptedException {
        List<String> commits = between(tip);
        if (commits.size() > COMMITS) {
            return false;
        }
        List<RawChange> changes = new ArrayList<>();
        for (String commit : commits) {
            try (Records records = new Records(
                    repository.untrusted(),
                    Git.LIMIT,
                    "diff-tree",
                    "-r",
                    "-z",
                    "-m",
                    "--root",
                    "--raw",
                    "--no-abbrev",
                    "--no-renames",
                    "--no-commit-id",
                    commit)) {
                for (RawChange change = TreeDiff.raw(records); change != null; change = TreeDiff.raw(records)) {
                    if (changes.size() == CHANGES) {
                        return false;
                    }
                    changes.add(change);
                }
            }
        }
        return allFine(changes, allowed);
    }

    private boolean allFine(List<RawChange> changes, Set<GitPath> allowed) throws SyncException, InterruptedException {
        ImportGate gate = review.gate(capture, changes);
        for (RawChange change : changes) {
            if (!fine(gate, change, allowed)) {
                return false;
            }
        }
        return true;
    }

    // Contents are not counted here, so binaries pass.
    private boolean fine(ImportGate gate, RawChange change, Set<GitPath> allowed)
            throws SyncException, InterruptedException {
        if (allowed.contains(change.path()) || gate.risk(change, false) == null) {
            return true;
        }
        Optional<Blobs.Entry> own = new Blobs(repository.git()).entry(capture, change.path());
        return own.isPresent()
                && own.get().id().equals(change.newId())
                && own.get().mode().equals(change.newMode());
    }

    private List<String> between(String tip) throws SyncException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("rev-list", "--max-count=" + (COMMITS + 1), tip));
        words.add("^" + capture);
        return repository.untrusted().line(words.toArray(String[]::new)).lines().toList();
    }
}
