package dev.belljar.agent.sync.capture;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The commits of the newest 50 reviews that were shown: a screen fetches again while the user reads, and the
/// review on the screen must still be acceptable.
public record ReviewedPlans(HostRepository repository, String sandbox) {
    public static final int MOST = 50;

    private record ReviewedCommit(String ref, String commit) {}

    /// Stores a commit as the newest that was shown.
    public void add(String commit) throws SyncException, InterruptedException {
        List<ReviewedCommit> entries = new ArrayList<>(entries());
        if (!entries.isEmpty() && entries.getLast().commit().equals(commit)) {
            return;
        }
        List<String> commands = new ArrayList<>();
        String next = entries.isEmpty() ? number(1) : after(entries.getLast().ref());
        commands.add("update " + RefNames.planned(sandbox) + next + " " + RefNames.object(commit));
        for (ReviewedCommit entry : List.copyOf(entries)) {
            if (entry.commit().equals(commit)) {
                commands.add("delete " + entry.ref());
                entries.remove(entry);
            }
        }
        for (ReviewedCommit entry : entries.subList(0, Math.max(0, entries.size() + 1 - MOST))) {
            commands.add("delete " + entry.ref());
        }
        repository.update(commands);
    }

    public boolean has(String commit) throws SyncException, InterruptedException {
        return entries().stream().anyMatch(entry -> entry.commit().equals(commit));
    }

    /// True if one of these commits is `commit` or has it in its history, and the base does not have it: no other commit
    /// of the repository, in which other sandboxes have theirs, counts.
    public boolean contain(String commit, String base) throws SyncException, InterruptedException {
        return reached(commit, RefNames.planned(sandbox)) && !commit.equals(base) && (has(commit) || !old(commit, base));
    }

    /// The newest of these commits that has this one in its history.
    public Optional<String> with(String commit) throws SyncException, InterruptedException {
        return repository
                .untrusted()
                .line(
                        "for-each-ref",
                        "--count=1",
                        "--sort=-refname",
                        "--format=%(objectname)",
                        "--contains",
                        commit,
                        RefNames.planned(sandbox))
                .lines()
                .findFirst();
    }

    private boolean old(String commit, String base) throws SyncException, InterruptedException {
        return repository
                .untrusted()
                .tryLine("merge-base", "--is-ancestor", commit, base)
                .isPresent();
    }

    private boolean reached(String commit, String refs) throws SyncException, InterruptedException {
        return repository
                .untrusted()
                .tryLine("for-each-ref", "--count=1", "--format=%(refname)", "--contains", commit, refs)
                .map(found -> !found.isEmpty())
                .orElse(false);
    }

    // Numbers have a fixed width, so that names sort by time.
    private List<ReviewedCommit> entries() throws SyncException, InterruptedException {
        return repository
                .git()
                .line("for-each-ref", "--sort=refname", "--format=%(refname) %(objectname)", RefNames.planned(sandbox))
                .lines()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 2)
                .map(words -> new ReviewedCommit(words[0], words[1]))
                .toList();
    }

    private static String after(String ref) {
        return number(Long.parseLong(ref.substring(ref.lastIndexOf('/') + 1)) + 1);
    }

    private static String number(long number) {
        return "%012d".formatted(number);
    }
}
