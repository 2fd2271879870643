package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.ComparisonBase;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.accept.EntryBase;
import dev.belljar.agent.sync.capture.SyncedWork;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.contract.request.work.AcceptSync;
import dev.belljar.contract.request.work.ReviewBase;
import dev.belljar.contract.view.review.ReviewBases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Finds the commits that a review is compared with.
record BaseFinder(HostRepository repository, String sandbox, Path project, ComparisonBase base) {
    private static final int MOST = 200;

    /// The base for work with this tip.
    EntryBase of(String tip) throws SyncException, InterruptedException {
        String capture = WorkBase.capture(repository, sandbox);
        return switch (base) {
            case ComparisonBase.Start _ -> EntryBase.start(capture);
            case ComparisonBase.LastSync _ -> EntryBase.synced(capture, SyncedWork.of(repository, sandbox));
            case ComparisonBase.ProjectBranch branch ->
                EntryBase.branch(repository, capture, common(branch.name(), tip));
            case ComparisonBase.OtherWork other -> EntryBase.other(capture, known(other.commit()));
        };
    }

    /// The base of a request, which must be the one of the review that was shown.
    EntryBase reviewed(AcceptSync request) throws SyncException, InterruptedException {
        EntryBase found = of(RefNames.object(request.commit()));
        ReviewBase shown = request.base();
        String commit = shown == null ? null : shown.commit();
        if (commit != null && !commit.equals(found.id())) {
            throw new SyncException(
                    SyncException.MOVED_ON,
                    "what the work was compared with has changed since the review",
                    "Review the changes again, then sync.",
                    null);
        }
        return found;
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
                .orElseThrow(() -> SyncFaults.refused("the work of this base was deleted", "Choose another base."));
    }

    // The newest commit that the branch and the work have in common. The user's branch may have a machine's commits, so
    // a confined git reads them, and no configuration of the project.
    private String common(String branch, String tip) throws SyncException, InterruptedException {
        ProjectRepository found = ProjectRepository.orPlainFolder(project)
                .orElseThrow(() -> SyncFaults.refused(project + " is a plain folder and has no branches", null));
        String commit = GitRunner.host(found.commonDir())
                .tryLine("rev-parse", "--quiet", "--verify", ReviewBase.BRANCHES + RefNames.userBranch(branch))
                .orElseThrow(() -> SyncFaults.refused(
                        "\"" + branch + "\" is neither a snapshot nor another sandbox nor a branch of the project",
                        "`belljar snapshots` and `git branch` list them."));
        repository.sameFormat(found.top(), found.format());
        try {
            Path theirs = found.objects().toRealPath();
            boolean more = Files.exists(theirs.resolve("info/alternates"));
            List<Path> read = more ? List.of(theirs, found.commonDir().toRealPath(), found.top()) : List.of(theirs);
            return repository
                    .untrusted()
                    .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(theirs))
                    .opening(read, List.of())
                    .tryLine("merge-base", RefNames.object(commit), tip)
                    .map(String::strip)
                    .orElseThrow(() -> SyncFaults.refused(
                            "branch " + branch + " has no commit in common with the work of this sandbox",
                            "Choose another base."));
        } catch (IOException e) {
            throw SyncFaults.file(found.objects() + ": could not be read", e);
        }
    }
}
