package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.accept.EntryBase;
import dev.belljar.agent.sync.capture.CaptureNote;
import dev.belljar.agent.sync.capture.ReviewedBase;
import dev.belljar.agent.sync.capture.ReviewedBase.BaseKind;
import dev.belljar.agent.sync.capture.ReviewedPlans.ReviewedPlan;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.GitProcess;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.view.review.ReviewBases;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Finds the commits that a review is compared with.
record BaseFinder(HostRepository repository, String sandbox, Path project) {
    private static final int MOST = 200;
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final String OTHER = "Choose another base.";
    private static final int LONGEST_ID = 100;

    /// The base for work with this tip. Needs no lock: it only adds objects.
    ReviewedBase find(ComparisonBase base, String tip) throws SyncException, InterruptedException {
        return find(base, tip, LIMIT);
    }

    /// The same, with another limit for a search in the history of the work.
    ReviewedBase find(ComparisonBase base, String tip, Duration limit) throws SyncException, InterruptedException {
        String capture = WorkBase.capture(repository, sandbox);
        return switch (base) {
            case ComparisonBase.SandboxStart _ -> ReviewedBase.start(capture);
            case ComparisonBase.LastSync _ -> {
                String record = repository.ref(RefNames.synced(sandbox)).orElse(null);
                yield record == null
                        ? ReviewedBase.start(capture)
                        : ReviewedBase.of(
                                BaseKind.SYNCED, new SyncedStart(repository, sandbox).of(record, tip), record);
            }
            case ComparisonBase.ProjectBranch branch -> {
                String name = RefNames.userBranch(branch.name());
                String commit = EntryBase.ofBranch(repository, capture, common(name, tip, limit), name);
                yield ReviewedBase.of(BaseKind.BRANCH, capture, commit);
            }
            case ComparisonBase.OtherWork other -> ReviewedBase.of(BaseKind.OTHER, capture, known(other.commit()));
        };
    }

    /// Requires that the base of a review still leaves out only what the project has: what was synced, and what the
    /// branch contains, would otherwise come along without having been shown.
    void requireCurrent(ReviewedBase base) throws SyncException, InterruptedException {
        boolean current = switch (base.kind()) {
            case START, OTHER -> true;
            case SYNCED ->
                repository
                        .ref(RefNames.synced(sandbox))
                        .filter(base.commit()::equals)
                        .isPresent();
            case BRANCH -> inBranch(WorkBase.note(repository, base.commit()));
        };
        if (!current) {
            throw new SyncException(
                    SyncException.MOVED_ON,
                    "the base of this review has changed since you opened it",
                    "Review the changes again, then sync.",
                    null);
        }
    }

    /// Requires that a sync of this review, which replaces what was accepted, takes nothing back.
    void requireNewer(ReviewedPlan plan) throws SyncException, InterruptedException {
        boolean newer = switch (plan.base().kind()) {
            case START, BRANCH -> containsAccepted(plan);
            // It contains what was synced last, or only adds commits.
            case SYNCED, OTHER -> true;
        };
        if (!newer) {
            throw new SyncException(
                    SyncException.MOVED_ON,
                    "other work from this sandbox was synced since the review was opened",
                    "Review the changes again, then sync.",
                    null);
        }
    }

    // True if nothing was accepted since the review was opened, or only what its work contains. Of squashed, rebased
    // or selected work, that is the work that the user decided about.
    private boolean containsAccepted(ReviewedPlan plan) throws SyncException, InterruptedException {
        String accepted = repository.ref(RefNames.accepted(sandbox)).orElse(null);
        if (accepted == null || accepted.equals(plan.accepted()) || repository.contains(plan.tip(), accepted)) {
            return true;
        }
        Optional<String> reviewed = repository.ref(RefNames.reviewed(sandbox));
        return reviewed.isPresent() && repository.contains(plan.tip(), reviewed.get());
    }

    /// With what the work can be compared.
    ReviewBases all() throws SyncException, InterruptedException {
        return new ReviewBases(
                branches(), repository.ref(RefNames.synced(sandbox)).isPresent());
    }

    // The first branches of the project, by name; none for a plain folder.
    private List<String> branches() throws SyncException, InterruptedException {
        ProjectRepository found = ProjectRepository.orPlainFolder(project).orElse(null);
        if (found == null) {
            return List.of();
        }
        return GitRunner.host(found.commonDir())
                .line("for-each-ref", "--count=" + MOST, "--format=%(refname:lstrip=2)", ReviewBase.BRANCHES)
                .lines()
                .filter(BaseFinder::permitted)
                .toList();
    }

    private static boolean permitted(String name) {
        try {
            return RefNames.userBranch(name).equals(name);
        } catch (SyncException e) {
            return false;
        }
    }

    private String known(String commit) throws SyncException, InterruptedException {
        return repository
                .untrusted()
                .tryLine("rev-parse", "--quiet", "--verify", RefNames.object(commit) + "^{commit}")
                .orElseThrow(() -> SyncFaults.refused("the commits of this base no longer exist", OTHER));
    }

    private boolean inBranch(CaptureNote base) throws SyncException, InterruptedException {
        String head = base.head();
        String branch = base.branch();
        ProjectRepository found = ProjectRepository.orPlainFolder(project).orElse(null);
        if (head == null || branch == null || found == null) {
            return false;
        }
        Optional<String> commit = commit(found, branch);
        return commit.isPresent()
                && reading(found)
                        .tryLine("merge-base", "--is-ancestor", head, commit.get())
                        .isPresent();
    }

    private String common(String branch, String tip, Duration limit) throws SyncException, InterruptedException {
        ProjectRepository found = ProjectRepository.orPlainFolder(project)
                .orElseThrow(() -> SyncFaults.refused(project + " is a plain folder and has no branches", null));
        String commit = commit(found, branch)
                .orElseThrow(() -> SyncFaults.refused(
                        "\"" + branch + "\" is not a snapshot, another sandbox or a branch of the project",
                        "`belljar snapshots`, `belljar list` and `git branch` show what you can name."));
        try (GitProcess git = GitProcess.start(reading(found), limit, "merge-base", commit, tip)) {
            String common = printed(git);
            if (git.late()) {
                throw SyncFaults.refused(
                        "finding a commit in common with branch %s took longer than %d seconds"
                                .formatted(branch, limit.toSeconds()),
                        OTHER);
            }
            if (git.exit() != 0) {
                throw SyncFaults.refused(
                        "branch " + branch + " has no commit in common with the work of this sandbox", OTHER);
            }
            return RefNames.object(common);
        }
    }

    private static String printed(GitProcess git) throws SyncException {
        try {
            git.in().close();
            return new String(git.out().readNBytes(LONGEST_ID), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            if (git.late()) {
                return "";
            }
            throw SyncFaults.file("git's output could not be read", e);
        }
    }

    private static Optional<String> commit(ProjectRepository found, String branch)
            throws SyncException, InterruptedException {
        Optional<String> commit = GitRunner.host(found.commonDir())
                .tryLine("rev-parse", "--quiet", "--verify", ReviewBase.BRANCHES + RefNames.userBranch(branch));
        return commit.isEmpty() ? commit : Optional.of(RefNames.object(commit.get()));
    }

    // Reads the commits of the project's branches, too. They may be a machine's commits, so it is a confined git, which
    // reads no configuration of the project.
    private GitRunner reading(ProjectRepository found) throws SyncException, InterruptedException {
        repository.sameFormat(found.top(), found.format());
        try {
            Path theirs = found.objects().toRealPath();
            boolean more = Files.exists(theirs.resolve("info/alternates"));
            List<Path> read = more ? List.of(theirs, found.commonDir().toRealPath(), found.top()) : List.of(theirs);
            return repository
                    .untrusted()
                    .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(theirs))
                    .opening(read, List.of());
        } catch (IOException e) {
            throw SyncFaults.file(found.objects() + ": could not be read", e);
        }
    }
}
