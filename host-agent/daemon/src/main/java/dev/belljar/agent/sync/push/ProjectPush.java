package dev.belljar.agent.sync.push;

import dev.belljar.agent.guest.GuestLink;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.ProjectObjects;
import dev.belljar.agent.sync.capture.WorkBases;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.quarantine.WorkFetcher;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.RepositoryLocks;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.script.StallLimit;
import dev.belljar.contract.request.work.PushCommits;
import dev.belljar.contract.request.work.PushMode;
import dev.belljar.contract.view.work.PushResult;
import dev.belljar.contract.view.work.PushState;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Puts the project's newest commits into a guest.
///
/// The commits go through the host's own repository, where they are compared with the guest's fetched work. In the
/// guest, they become `refs/remotes/host/<branch>`; merging and rebasing is done by the guest's git, and conflicts
/// stay there. What the guest says about it is checked with a second fetch.
public record ProjectPush(
        HostRepository repository, RepositoryLocks locks, String sandbox, Path folder, StallLimit stall) {
    /// The name by which the guest knows the commit of a project that has no branch checked out.
    private static final String NO_BRANCH = "detached";

    private static final Set<PushState> TAKEN =
            EnumSet.of(PushState.UP_TO_DATE, PushState.FAST_FORWARDED, PushState.MERGED, PushState.REBASED);

    /// Fetches the guest's newest work.
    public interface WorkFetch {
        WorkFetcher.Fetched run() throws SyncException, InterruptedException;
    }

    /// Pushes as the request says.
    public PushResult run(GuestLink guest, PushCommits request, WorkFetch fetch)
            throws SyncException, InterruptedException {
        ProjectRepository project = ProjectRepository.at(folder).orElseThrow(this::plain);
        String commit = project.head();
        if (commit == null) {
            throw SyncFaults.refused(folder + " has no commit yet", "Commit your changes, then push again.");
        }
        String branch = project.branch();
        String name = branch == null ? NO_BRANCH : branch;
        Optional<String> before = repository.ref(RefNames.host(sandbox));
        if (before.isEmpty() || !before.get().equals(commit)) {
            locks.alone(repository, () -> copied(project, commit));
        }
        WorkFetcher.Fetched work = fetch.run();
        Divergence difference = Divergence.of(repository, commit, work);
        if (request.dryRun()) {
            return result(difference, new GuestAnswer(expected(difference), difference.conflicts(), ""), name, true);
        }
        locks.alone(repository, () -> {
            WorkBases bases = new WorkBases(repository, sandbox);
            bases.add(commit, branch);
            bases.choose(work.head());
            return commit;
        });
        GuestAnswer answer = difference.behind() == 0
                ? new GuestAnswer(PushState.UP_TO_DATE, List.of(), "")
                : sent(guest, request, name, commit, difference);
        if (TAKEN.contains(answer.state()) && difference.behind() > 0) {
            requireTaken(commit, fetch.run());
        }
        return result(difference, answer, name, false);
    }

    private String copied(ProjectRepository project, String commit) throws SyncException, InterruptedException {
        repository.create(project.top(), project.format());
        ProjectObjects.copyHead(repository, project, commit);
        repository.update(List.of("update " + RefNames.host(sandbox) + " " + commit));
        return commit;
    }

    private GuestAnswer sent(GuestLink guest, PushCommits request, String name, String commit, Divergence difference)
            throws SyncException, InterruptedException {
        PushDelivery delivery = new PushDelivery(repository, sandbox, commit, stall);
        String how = request.how().name().toLowerCase(Locale.ROOT).replace('_', '-');
        try (ScratchFolder scratch = locks.alone(repository, () -> ScratchFolder.in(repository.path()))) {
            Path pack = delivery.pack(scratch);
            GuestAnswer answer = delivery.send(guest, pack, name, how, request.autostash());
            boolean stays = answer.state() == PushState.DIVERGED && request.how() == PushMode.FAST_FORWARD;
            return stays ? new GuestAnswer(answer.state(), difference.conflicts(), answer.message()) : answer;
        }
    }

    // A guest may claim what it likes; the base of the review depends on the fetched commits only.
    private void requireTaken(String commit, WorkFetcher.Fetched work) throws SyncException, InterruptedException {
        String head = work.head();
        boolean taken = head != null
                && repository
                        .untrusted()
                        .tryLine("merge-base", "--is-ancestor", commit, RefNames.object(head))
                        .isPresent();
        if (!taken) {
            throw SyncFaults.refused(
                    "git in the guest reported success, but the branch in the guest does not contain the pushed commits",
                    "Look at the repository in the sandbox with `git log --all --graph`, then push again.");
        }
    }

    private static PushState expected(Divergence difference) {
        if (difference.behind() == 0) {
            return PushState.UP_TO_DATE;
        }
        if (difference.ahead() > 0) {
            return PushState.DIVERGED;
        }
        return difference.blocking().isEmpty() ? PushState.FAST_FORWARDED : PushState.BLOCKED;
    }

    private PushResult result(Divergence difference, GuestAnswer answer, String name, boolean dryRun)
            throws SyncException, InterruptedException {
        return new PushResult(
                answer.state(),
                dryRun,
                repository.ref(RefNames.host(sandbox)).orElse(""),
                "host/" + name,
                difference.behind(),
                difference.ahead(),
                difference.arrived(),
                difference.own(),
                difference.bothChanged(),
                answer.conflicts(),
                difference.blocking(),
                answer.message());
    }

    private SyncException plain() {
        return new SyncException(
                SyncException.NOT_A_REPOSITORY,
                folder + " is a plain folder and has no commits to push",
                "To copy files into the sandbox, use `belljar put`.",
                null);
    }
}
