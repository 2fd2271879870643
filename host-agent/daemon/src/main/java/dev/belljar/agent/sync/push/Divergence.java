package dev.belljar.agent.sync.push;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.accept.WorkReview;
import dev.belljar.agent.sync.git.GitPath;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.MergePreview;
import dev.belljar.agent.sync.git.OperationDeadline;
import dev.belljar.agent.sync.git.RawChange;
import dev.belljar.agent.sync.git.TreeDiff;
import dev.belljar.agent.sync.quarantine.WorkFetcher;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.contract.view.work.WorkCommit;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// How the project's commits and the fetched work of a guest differ: computed on the host from checked objects, so that
/// the guest cannot hide a difference.
///
/// `arrived` and `own` are the newest commits that only the project and only the guest has, `behind` and `ahead` their
/// numbers. Lists of paths contain visible characters only and may be cut.
record Divergence(
        int behind,
        int ahead,
        List<WorkCommit> arrived,
        List<WorkCommit> own,
        List<String> bothChanged,
        List<String> conflicts,
        List<String> blocking) {
    /// The most paths, and the most commits, of one list.
    static final int SHOWN = 200;

    private static final int COMMITS = 50;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /// Both sides: the host's own repository, the project's commit, and the guest's newest work.
    private record ComparedSides(HostRepository repository, OperationDeadline deadline, String host, String guest) {
        GitRunner git() {
            return repository.untrusted();
        }

        int count(String of, String without) throws SyncException, InterruptedException {
            String count = git().line("rev-list", "--count", of, "^" + without);
            return count.matches("[0-9]{1,9}") ? Integer.parseInt(count) : Integer.MAX_VALUE;
        }

        List<WorkCommit> commits(String of, String without) throws SyncException, InterruptedException {
            List<WorkCommit> all = new WorkReview(repository, deadline).commits(without, of);
            return all.subList(Math.max(0, all.size() - COMMITS), all.size());
        }

        Map<GitPath, String> changes(String from, String to) throws SyncException, InterruptedException {
            Map<GitPath, String> changes = new HashMap<>();
            for (RawChange change : TreeDiff.changes(git(), deadline, from, to, WorkReview.SHOWN)
                    .all()) {
                changes.put(change.path(), change.newMode() + change.newId());
                GitPath old = change.from();
                if (old != null && change.status() == 'R') {
                    changes.put(old, "");
                }
            }
            return changes;
        }
    }

    boolean diverged() {
        return behind > 0 && ahead > 0;
    }

    /// Compares the project's commit with the guest's work.
    static Divergence of(HostRepository repository, String commit, WorkFetcher.Fetched work)
            throws SyncException, InterruptedException {
        String head = work.head();
        ComparedSides sides =
                new ComparedSides(repository, OperationDeadline.in(LIMIT), commit, head == null ? commit : head);
        if (head == null) {
            return new Divergence(
                    sides.count(commit, commit + "^@"), 0, List.of(), List.of(), List.of(), List.of(), List.of());
        }
        int behind = sides.count(commit, head);
        int ahead = sides.count(head, commit);
        boolean diverged = behind > 0 && ahead > 0;
        String base = sides.git().tryLine("merge-base", commit, head).orElse(null);
        Map<GitPath, String> theirs = behind == 0 ? Map.of() : sides.changes(base == null ? head : base, commit);
        return new Divergence(
                behind,
                ahead,
                sides.commits(commit, head),
                sides.commits(head, commit),
                diverged && base != null ? common(theirs, sides.changes(base, head)) : List.of(),
                diverged ? conflicts(sides) : List.of(),
                behind == 0 ? List.of() : blocking(sides, work.tip(), theirs));
    }

    private static List<String> common(Map<GitPath, String> some, Map<GitPath, String> others) {
        return shown(some.keySet().stream().filter(others::containsKey).toList());
    }

    // Files whose uncommitted content is already that of the project's commit are not in the way.
    private static List<String> blocking(ComparedSides sides, String tip, Map<GitPath, String> theirs)
            throws SyncException, InterruptedException {
        if (tip.equals(sides.guest())) {
            return List.of();
        }
        Map<GitPath, String> uncommitted = sides.changes(sides.guest(), tip);
        return shown(uncommitted.entrySet().stream()
                .filter(change -> theirs.containsKey(change.getKey())
                        && !change.getValue().equals(theirs.get(change.getKey())))
                .map(Map.Entry::getKey)
                .toList());
    }

    private static List<String> shown(List<GitPath> paths) {
        return paths.stream().sorted().limit(SHOWN).map(GitPath::brief).toList();
    }

    // The merge is tried where its objects are deleted afterwards.
    private static List<String> conflicts(ComparedSides sides) throws SyncException, InterruptedException {
        HostRepository repository = sides.repository();
        try (ScratchFolder scratch = ScratchFolder.in(repository.path())) {
            Files.createDirectories(scratch.file("objects"));
            GitRunner git = repository
                    .untrusted()
                    .with("GIT_OBJECT_DIRECTORY", scratch.file("objects").toString())
                    .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(repository.objects()));
            List<GitPath> paths = new ArrayList<>();
            for (String path : MergePreview.of(git, sides.guest(), sides.host()).conflicts()) {
                paths.add(new GitPath(path));
            }
            return shown(paths);
        } catch (IOException e) {
            throw SyncFaults.file(repository.path() + ": could not be written", e);
        }
    }
}
