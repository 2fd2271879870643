package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.FetchedWork;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkStanding;
import dev.belljar.agent.sync.accept.ReviewSlots;
import dev.belljar.agent.sync.accept.WorkReview;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.quarantine.OversizedFiles;
import dev.belljar.agent.sync.quarantine.WorkFetcher;
import dev.belljar.agent.sync.repository.HostRepositories;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import dev.belljar.contract.text.VisibleText;
import dev.belljar.contract.view.work.SyncPlan;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The work that was fetched last, as the refs of the host's own repositories hold it.
record GitFetchedWork(HostRepositories repositories, RepositoryLocks locks, ReviewSlots judging)
        implements FetchedWork {
    private static final Duration REVIEW = Duration.ofMinutes(1);
    private static final int MOST_NAME = 100;

    @Override
    public Optional<SyncPlan> plan(String sandbox, String name, Path project)
            throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        String branch = RefNames.branch(name);
        return locks.reading(repository, () -> {
            WorkFetcher.Fetched fetched = fetched(repository, sandbox).orElse(null);
            if (fetched == null) {
                return Optional.empty();
            }
            String base = WorkBase.capture(repository, sandbox);
            return judging.run(
                    sandbox,
                    () -> Optional.of(WorkReading.plan(
                            repository,
                            new WorkReview(repository, OperationDeadline.in(REVIEW)),
                            sandbox,
                            branch,
                            base,
                            fetched)));
        });
    }

    @Override
    public Optional<WorkStanding> standing(String sandbox, String name, Path project)
            throws SyncException, InterruptedException {
        HostRepository repository = repositories.of(project);
        String branch = RefNames.branch(name);
        return locks.reading(repository, () -> standing(repository, sandbox, branch, project));
    }

    /// The work that was fetched last, without what the guest left out.
    private static Optional<WorkFetcher.Fetched> fetched(HostRepository repository, String sandbox)
            throws SyncException, InterruptedException {
        if (!repository.exists() || repository.ref(RefNames.capture(sandbox)).isEmpty()) {
            return Optional.empty();
        }
        String head = repository.ref(RefNames.head(sandbox)).orElse(null);
        return repository
                .ref(RefNames.work(sandbox))
                .map(tip -> new WorkFetcher.Fetched(tip, head, List.of(), OversizedFiles.NONE));
    }

    /// How that work relates to the project and to the branch `target` there.
    private static Optional<WorkStanding> standing(
            HostRepository repository, String sandbox, String target, Path project)
            throws SyncException, InterruptedException {
        WorkFetcher.Fetched fetched = fetched(repository, sandbox).orElse(null);
        if (fetched == null) {
            return Optional.empty();
        }
        String capture = WorkBase.capture(repository, sandbox);
        List<String> synced = new ArrayList<>(List.of(capture));
        repository.ref(RefNames.accepted(sandbox)).ifPresent(synced::add);
        repository.ref(RefNames.reviewed(sandbox)).ifPresent(synced::add);
        boolean reviewed = synced.subList(1, synced.size()).contains(fetched.tip());
        String head = fetched.head();
        return Optional.of(new WorkStanding(
                fetched.tip(),
                reviewed,
                head == null ? 0 : ahead(repository, head, synced),
                head == null ? null : branch(repository, sandbox, head),
                new ProjectConflicts(repository, sandbox, fetched.tip()).with(target, project)));
    }

    private static int ahead(HostRepository repository, String head, List<String> synced)
            throws SyncException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("rev-list", "--count", RefNames.object(head)));
        for (String commit : synced) {
            words.add("^" + RefNames.object(commit));
        }
        String count = repository.untrusted().line(words.toArray(String[]::new));
        return count.matches("[0-9]{1,9}") ? Integer.parseInt(count) : Integer.MAX_VALUE;
    }

    /// The guest's name for a branch with this commit. The names of refs are those that `UnverifiedWork` gives them.
    private static @Nullable String branch(HostRepository repository, String sandbox, String head)
            throws SyncException, InterruptedException {
        String prefix = RefNames.fetched(sandbox) + "refs/";
        return repository
                .untrusted()
                .line("for-each-ref", "--format=%(refname)", "--points-at=" + RefNames.object(head), prefix)
                .lines()
                .map(ref -> ref.substring(prefix.length()).replaceFirst("^[0-9]+-", ""))
                .filter(name -> !name.equals("unnamed"))
                .map(name -> name.replace("%2f", "/").replace("%25", "%"))
                .map(name -> VisibleText.line(name.substring(0, Math.min(MOST_NAME, name.length()))))
                .findFirst()
                .orElse(null);
    }
}
