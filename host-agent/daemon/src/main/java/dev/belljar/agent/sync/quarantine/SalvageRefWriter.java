package dev.belljar.agent.sync.quarantine;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.repository.HostRepository;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Stores all work of a machine that is about to end under one ref: its files, its branches, its stashes.
public record SalvageRefWriter(HostRepository repository, String sandbox) {
    private static final int SHOWN = 5;

    /// Stores the work that was fetched last; empty if it equals the capture.
    public Optional<String> keep() throws SyncException, InterruptedException {
        Optional<String> capture = repository.ref(RefNames.capture(sandbox));
        Optional<String> tip = repository.ref(RefNames.work(sandbox));
        if (capture.isEmpty() || tip.isEmpty()) {
            return Optional.empty();
        }
        Set<String> others = others(capture.get(), tip.get());
        boolean sameFiles = repository.tree(capture.get()).equals(repository.tree(tip.get()));
        boolean committed = beyond(repository.ref(RefNames.head(sandbox)).orElse(capture.get()), capture.get());
        if (sameFiles && !committed && others.isEmpty()) {
            return Optional.empty();
        }
        String ref = RefNames.salvage(sandbox);
        repository.update(List.of("update " + ref + " " + commit(tip.get(), others)));
        return Optional.of(ref);
    }

    /// Stores the work that was just fetched, which must be all the work on the machine's disk.
    public Optional<String> keepWhole(WorkFetcher.Fetched fetched) throws SyncException, InterruptedException {
        Optional<String> ref = keep();
        boolean began =
                WorkBase.note(repository, WorkBase.capture(repository, sandbox)).head() != null;
        requireWhole(fetched, began, ref.orElse(null));
        return ref;
    }

    /// Requires that the stored work is all the work on the machine's disk. A machine that began with a history
    /// and shows none has lost its repository and possibly other files; and there may be files that its user
    /// cannot read.
    ///
    /// @throws SyncException `sync.repository-lost` or `sync.unreadable` when there is more; `ref` has the rest
    public static void requireWhole(WorkFetcher.Fetched fetched, boolean began, @Nullable String ref)
            throws SyncException {
        String rest = ref == null ? "" : "; what could be fetched is saved at " + ref;
        if (began && fetched.head() == null) {
            throw new SyncException(
                    SyncException.LOST,
                    "the repository in the sandbox's /workspace is missing or broken" + rest,
                    "The sandbox's disk is not deleted.",
                    null);
        }
        if (fetched.oversized().all() > 0) {
            throw new SyncException(
                    SyncException.TOO_LARGE,
                    "too large to fetch: " + fetched.oversized().words() + rest,
                    "The sandbox's disk is not deleted. Add files that you do not need to .gitignore, or set "
                            + "BELLJAR_MAX_FILE_MIB to fetch larger ones.",
                    null);
        }
        List<String> skipped = fetched.skipped();
        if (!skipped.isEmpty()) {
            String names = SyncFaults.clean(String.join(", ", skipped.subList(0, Math.min(SHOWN, skipped.size()))));
            throw new SyncException(
                    SyncException.UNREADABLE,
                    "the guest's user cannot read %s%s in /workspace%s"
                            .formatted(names, skipped.size() > SHOWN ? " and more" : "", rest),
                    "The sandbox's disk is not deleted. To let Belljar save these files, run `sudo chown -R agent"
                            + " /workspace` in the sandbox.",
                    null);
        }
    }

    private String commit(String tip, Set<String> others) throws SyncException, InterruptedException {
        if (others.isEmpty()) {
            return tip;
        }
        List<String> parents = new ArrayList<>(List.of(tip));
        parents.addAll(others);
        String message = """
            Everything that was left in the sandbox

            The first parent is the work; the other parents are the other branches and stashes.
            """;
        return repository.commit(repository.tree(tip), parents, message, "");
    }

    // Branches and stashes that neither the work nor the capture contains: no more than there are refs.
    private Set<String> others(String capture, String tip) throws SyncException, InterruptedException {
        String lines = repository
                .untrusted()
                .line(
                        "for-each-ref",
                        "--format=%(objectname)",
                        "--no-merged=" + RefNames.object(capture),
                        "--no-merged=" + RefNames.object(tip),
                        RefNames.fetched(sandbox) + "refs/");
        return new LinkedHashSet<>(lines.lines().toList());
    }

    private boolean beyond(String commit, String capture) throws SyncException, InterruptedException {
        return !repository
                .untrusted()
                .line("rev-list", "--max-count=1", RefNames.object(commit), "^" + RefNames.object(capture))
                .isEmpty();
    }
}
