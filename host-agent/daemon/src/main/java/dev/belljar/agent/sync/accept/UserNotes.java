package dev.belljar.agent.sync.accept;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.capture.WorkBase;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.project.RefLock;
import dev.belljar.agent.sync.repository.HostRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The notes under `refs/notes/belljar` in the user's repository. Only objects are added and this ref is moved; HEAD,
/// index, working tree and every other ref stay unchanged, and no hook runs.
///
/// Git reads commits that came from a machine, so it is confined: it may write only objects, refs and their logs.
public record UserNotes(HostRepository repository, ProjectRepository project) {
    private static final String REF = "refs/notes/belljar";
    private static final int MOST = 1_000;

    /// The notes of this project; empty if it is a plain folder.
    public static Optional<UserNotes> of(HostRepository repository, Path folder)
            throws SyncException, InterruptedException {
        return ProjectRepository.orPlainFolder(folder).map(project -> new UserNotes(repository, project));
    }

    /// The commit, and those of its ancestors that have no note and are neither in the capture of this sandbox nor in
    /// the project's current commit, on which rebased work is based.
    public List<String> without(String sandbox, String commit) throws SyncException, InterruptedException {
        String head =
                WorkBase.note(repository, WorkBase.capture(repository, sandbox)).head();
        List<String> words = new ArrayList<>(
                // The host's own repository may not have the project's commit.
                List.of("rev-list", "--ignore-missing", "--max-count=" + MOST, RefNames.object(commit)));
        Stream.of(head, project.head()).filter(Objects::nonNull).forEach(each -> words.add("^" + each));
        Set<String> noted = noted();
        List<String> commits = new ArrayList<>(List.of(commit));
        repository
                .untrusted()
                .line(words.toArray(String[]::new))
                .lines()
                .filter(each -> !each.equals(commit) && !noted.contains(each))
                .forEach(commits::add);
        return List.copyOf(commits);
    }

    // Each line names the note and the object that it is about.
    private Set<String> noted() throws SyncException, InterruptedException {
        Set<String> noted = new HashSet<>();
        git().line("notes", "--ref=" + REF, "list")
                .lines()
                .forEach(line -> noted.add(line.substring(line.indexOf(' ') + 1)));
        return noted;
    }

    /// Puts this note on the commits; a note that the first one has is replaced.
    ///
    /// @throws SyncException `sync.refused` when the ref cannot be moved
    public void put(List<String> commits, String note) throws SyncException, InterruptedException {
        GitRunner git = git();
        if (git.tryLine("symbolic-ref", "--quiet", REF).isPresent()) {
            throw SyncFaults.refused(
                    REF + " is a symbolic ref to another ref",
                    "Delete the symbolic ref (`git symbolic-ref --delete " + REF + "`), then sync again.");
        }
        String first = RefNames.object(commits.getFirst());
        run(git, note + "\n", "notes", "--ref=" + REF, "add", "--force", "--file=-", first);
        StringBuilder copies = new StringBuilder();
        for (String commit : commits.subList(1, commits.size())) {
            copies.append(first).append(' ').append(RefNames.object(commit)).append('\n');
        }
        if (!copies.isEmpty()) {
            run(git, copies.toString(), "notes", "--ref=" + REF, "copy", "--force", "--stdin");
        }
    }

    private void run(GitRunner git, String input, String... words) throws SyncException, InterruptedException {
        Command.Output output = git.run(input.getBytes(StandardCharsets.UTF_8), words);
        if (output.exit() != 0) {
            RefLock lock = RefLock.of(project.commonDir(), REF).orElse(null);
            if (lock != null) {
                throw lock.fault();
            }
            throw SyncFaults.refused(
                    REF + " could not be updated: " + SyncFaults.clean(output.errorText()),
                    "Check whether another program is changing the repository, then sync again.");
        }
    }

    private GitRunner git() throws SyncException {
        try {
            Path folder = project.commonDir().toRealPath();
            List<Path> write = new ArrayList<>(List.of(project.objects().toRealPath()));
            for (String name : List.of("refs", "logs")) {
                write.add(Files.createDirectories(folder.resolve(name)));
            }
            Path table = folder.resolve("reftable");
            if (Files.isDirectory(table)) {
                write.add(table);
            }
            Path config = folder.resolve("config");
            boolean includes = Files.exists(config)
                    && Files.readString(config, StandardCharsets.ISO_8859_1)
                            .toLowerCase(Locale.ROOT)
                            .contains("include");
            boolean more = includes || Files.exists(project.objects().resolve("info/alternates"));
            return GitRunner.host(folder)
                    .bounded(repository.launcher())
                    // A confined git may not change modes, as it would where a group shares the repository.
                    .config("core.sharedRepository=umask")
                    .config(RefLock.PATIENCE)
                    .opening(more ? List.of(project.top()) : List.of(), write);
        } catch (IOException e) {
            throw SyncFaults.file(project.commonDir() + ": could not be read", e);
        }
    }
}
