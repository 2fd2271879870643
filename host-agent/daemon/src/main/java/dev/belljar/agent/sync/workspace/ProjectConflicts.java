package dev.belljar.agent.sync.workspace;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkStanding.ConflictKind;
import dev.belljar.agent.sync.WorkStanding.StandingConflict;
import dev.belljar.agent.sync.capture.CaptureNote;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.capture.WorkBases;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRecords;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.contract.text.VisibleText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Finds what stands between fetched work and the project: commits of the user's own on the sandbox's branch, and
/// files that were changed on both sides since the last sync. Commits of the project to other files are no
/// conflict.
record ProjectConflicts(HostRepository repository, String sandbox, String tip) {
    private static final Logger LOG = LoggerFactory.getLogger(ProjectConflicts.class);
    private static final int NAMED = 3;
    private static final int FILES = 100_000;

    /// The conflicts; `target` is the sandbox's branch in the project.
    List<StandingConflict> with(String target, Path folder) throws SyncException, InterruptedException {
        ProjectRepository project = Files.isDirectory(folder)
                ? ProjectRepository.orPlainFolder(folder).orElse(null)
                : null;
        if (project == null) {
            return List.of();
        }
        GitRunner git = GitRunner.host(project.commonDir());
        String accepted = repository.ref(RefNames.accepted(sandbox)).orElse(null);
        List<StandingConflict> found = new ArrayList<>();
        String there = branch(git, target);
        if (there != null && !there.equals(accepted) && !contained(there)) {
            found.add(new StandingConflict(
                    ConflictKind.OTHER_COMMITS, "branch " + target + " has commits that are not from this sandbox"));
        }
        String capture = WorkBase.capture(repository, sandbox);
        CaptureNote note = WorkBase.note(repository, capture);
        String branch = note.branch();
        String now = branch == null ? null : branch(git, branch);
        String before = accepted == null ? note.head() : accepted;
        if (now != null && before != null && !now.equals(note.head()) && !contained(now)) {
            Set<String> both = changed(git, before, now);
            both.retainAll(changed(repository.untrusted(), accepted == null ? capture : accepted, tip));
            if (!both.isEmpty()) {
                found.add(sameFiles(VisibleText.line(String.valueOf(branch)), now, both, rewritten(git, note, now)));
            }
        }
        return found;
    }

    private StandingConflict sameFiles(String branch, String now, Set<String> both, boolean rewritten)
            throws SyncException, InterruptedException {
        String words = "commits on branch " + branch + " of the project also change " + named(both)
                + (rewritten
                        ? "; that branch was rewritten (rebased, amended or reset) after it was copied into the"
                                + " sandbox, so even changes that both have can conflict"
                        : "");
        boolean pushed = new WorkBases(repository, sandbox).pushed(now);
        return pushed
                ? new StandingConflict(
                        ConflictKind.NOT_MERGED, words + "; they were pushed, but the sandbox has not merged them")
                : new StandingConflict(ConflictKind.SAME_FILES, words);
    }

    // True if the branch no longer contains the commit that the sandbox began with or was pushed last.
    private static boolean rewritten(GitRunner git, CaptureNote note, String now)
            throws SyncException, InterruptedException {
        String began = note.head();
        return began != null
                && git.tryLine("merge-base", "--is-ancestor", RefNames.object(began), RefNames.object(now))
                        .isEmpty();
    }

    private static @Nullable String branch(GitRunner git, String name) throws SyncException, InterruptedException {
        return git.tryLine("rev-parse", "--quiet", "--verify", "refs/heads/" + name)
                .orElse(null);
    }

    /// True if a commit of the project is part of the work. Belljar's repository lacks a commit that is not.
    private boolean contained(String commit) throws SyncException, InterruptedException {
        return repository
                        .untrusted()
                        .run(new byte[0], "merge-base", "--is-ancestor", RefNames.object(commit), RefNames.object(tip))
                        .exit()
                == 0;
    }

    /// The paths that differ between two commits; none if one of them is no longer there.
    private static Set<String> changed(GitRunner git, String from, String to) throws InterruptedException {
        Set<String> paths = new HashSet<>();
        try (GitRecords records = new GitRecords(
                git,
                GitRunner.LIMIT,
                "diff-tree",
                "-r",
                "-z",
                "--name-only",
                "--no-renames",
                RefNames.object(from),
                RefNames.object(to))) {
            for (String path = records.next(); path != null && paths.size() < FILES; path = records.next()) {
                paths.add(path);
            }
        } catch (SyncException e) {
            LOG.debug("the changes between {} and {} cannot be listed: {}", from, to, e.getMessage());
            paths.clear();
        }
        return paths;
    }

    private static String named(Set<String> paths) {
        String some = new TreeSet<>(paths)
                .stream().limit(NAMED).map(path -> new GitPath(path).brief()).collect(Collectors.joining(", "));
        return paths.size() > NAMED ? some + " and %d more".formatted(paths.size() - NAMED) : some;
    }
}
