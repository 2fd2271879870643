package dev.belljar.agent.sync.repository;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.ConfinementLauncher;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// The host's own bare repository for one project: the only place where git reads objects from a machine.
///
/// It has no hooks, remotes or alternates, and only Belljar's configuration. Refs: `refs/belljar/<sandbox>/…` is
/// what the user gave and accepted, `refs/sandbox/<sandbox>/…` what came from the machine. `launcher` confines
/// every git that reads data from a machine.
public record HostRepository(Path path, ConfinementLauncher launcher) {
    private static final int MANY_PACKS = 30;

    /// Git reads a ref file completely, so larger ones are refused.
    private static final long LARGEST_REF = 1 << 20;

    /// Creates the repository if it does not exist; `format` is `sha1` or `sha256`, as in the project's own
    /// repository.
    public void create(Path project, String format) throws SyncException, InterruptedException {
        try {
            if (exists()) {
                sameFormat(project, format);
                noAlternates();
                return;
            }
            Files.createDirectories(path.getParent() == null ? path : path.getParent());
            // The git that moves refs later may write only below `refs`.
            git().with("GIT_DEFAULT_REF_FORMAT", "files")
                    .line("init", "--quiet", "--bare", "--template=", "--object-format=" + format, path.toString());
            DurableFile.write(path.resolve("description"), "Belljar's own repository for " + project + "\n");
            // The marker is written last: a repository without it is created again, so that an interruption has
            // no effect.
            DurableFile.write(path.resolve("belljar"), "1\n");
        } catch (IOException e) {
            throw SyncFaults.file(path + ": could not be created", e);
        }
    }

    public boolean exists() {
        return Files.exists(path.resolve("belljar"));
    }

    /// Deletes the files of interrupted transfers; only before the repository is in use.
    public void sweep() throws SyncException {
        try {
            if (Files.isDirectory(path)) {
                sweep(path, ScratchFolder.PREFIX + "*");
                sweepPacks();
            }
        } catch (IOException e) {
            throw SyncFaults.file(path + ": could not be cleaned up", e);
        }
    }

    /// Deletes unfinished packs of killed git processes; only while no other operation writes packs.
    void sweepPacks() throws SyncException {
        try {
            for (String left : List.of("tmp_*", ".tmp-*")) {
                sweep(objects().resolve("pack"), left);
            }
        } catch (IOException e) {
            throw SyncFaults.file(path + ": could not be cleaned up", e);
        }
    }

    /// Joins the small packs that fetches leave if there are many. They stay if the joined pack would be larger
    /// or would touch the reserve.
    public void tidy(DiskReserve reserve) throws SyncException, InterruptedException {
        try (DirectoryStream<Path> packs = Files.newDirectoryStream(objects().resolve("pack"), "*.{pack,idx}")) {
            int count = 0;
            long bytes = 0;
            for (Path pack : packs) {
                count++;
                bytes += Files.size(pack);
            }
            if (count > 2 * MANY_PACKS && reserve.room(objects()) > bytes) {
                join(bytes);
            }
        } catch (IOException e) {
            throw SyncFaults.file(path + ": could not be cleaned up", e);
        }
    }

    private void join(long bytes) throws SyncException, InterruptedException {
        try {
            // No search for deltas, which a machine's objects could make arbitrarily long.
            Command.Output output = untrusted()
                    .config("pack.window=0")
                    .writing(bytes)
                    .run(new byte[0], "repack", "-q", "-d", "--geometric=2");
            if (output.exit() != 0 && !GitRunner.wroteTooMuch(output.exit(), output.errorText())) {
                throw SyncFaults.git("repack", output);
            }
        } finally {
            sweepPacks();
        }
    }

    /// Git for operations that read no object from a machine: ref names, captures.
    public GitRunner git() {
        return GitRunner.host(path);
    }

    /// Git for reading objects from a machine.
    public GitRunner untrusted() {
        return git().bounded(launcher);
    }

    public Path objects() {
        return path.resolve("objects");
    }

    public Optional<String> ref(String name) throws SyncException, InterruptedException {
        return git().tryLine("rev-parse", "--quiet", "--verify", name);
    }

    /// True if a commit is part of the history of another one.
    public boolean contains(String tip, String commit) throws SyncException, InterruptedException {
        return untrusted().tryLine("merge-base", "--is-ancestor", commit, tip).isPresent();
    }

    /// The tree of a commit or tree.
    public String tree(String commit) throws SyncException, InterruptedException {
        return untrusted().line("rev-parse", "--quiet", "--verify", RefNames.object(commit) + "^{tree}");
    }

    /// Git that moves refs: it reads the objects, so it may write only below `refs`. The configuration, which
    /// any other git would obey, lies beside that folder.
    public GitRunner moving() {
        return untrusted().opening(List.of(), List.of(path.resolve("refs"))).writing(LARGEST_REF);
    }

    /// Performs all updates or none, and then all deletions or none: lines as for `git update-ref --stdin`.
    public void update(List<String> commands) throws SyncException, InterruptedException {
        Map<Boolean, List<String>> parts =
                commands.stream().collect(Collectors.partitioningBy(command -> command.startsWith("delete ")));
        update(moving(), parts.getOrDefault(false, List.of()));
        // Deleting locks `packed-refs`, which lies beside the configuration, and reads no object.
        update(git(), parts.getOrDefault(true, List.of()));
    }

    private static void update(GitRunner git, List<String> commands) throws SyncException, InterruptedException {
        if (!commands.isEmpty()) {
            byte[] input = (String.join("\n", commands) + "\n").getBytes(StandardCharsets.UTF_8);
            git.check(input, "update-ref", "--no-deref", "--stdin");
        }
    }

    /// The objects of all refs, and the trees of these commits: git omits the objects of a commit's tree only if
    /// given another commit, not a tree.
    public List<String> tips() throws SyncException, InterruptedException {
        return untrusted()
                .line("for-each-ref", "--format=%(objectname)%0a%(tree)")
                .lines()
                .filter(line -> !line.isEmpty())
                .distinct()
                .toList();
    }

    /// A commit of a tree with these parents.
    public String commit(String tree, List<String> parents, String message, String date)
            throws SyncException, InterruptedException {
        String[] words = new String[2 + 2 * parents.size()];
        words[0] = "commit-tree";
        words[1] = tree;
        for (int i = 0; i < parents.size(); i++) {
            words[2 + 2 * i] = "-p";
            words[3 + 2 * i] = parents.get(i);
        }
        GitRunner git = untrusted();
        if (!date.isEmpty()) {
            git = git.with("GIT_AUTHOR_DATE", date).with("GIT_COMMITTER_DATE", date);
        }
        return new String(
                        git.check(message.getBytes(StandardCharsets.UTF_8), words)
                                .out(),
                        StandardCharsets.UTF_8)
                .strip();
    }

    /// Checks that the repository has the same object format as the project.
    public void sameFormat(Path project, String format) throws SyncException, InterruptedException {
        String mine = git().line("rev-parse", "--show-object-format");
        if (!mine.equals(format)) {
            throw SyncFaults.refused(
                    "%s uses the object format %s, but Belljar's own repository %s uses %s"
                            .formatted(project, format, path, mine),
                    "If you no longer need the contents of Belljar's repository, move that "
                            + "repository to another folder.");
        }
    }

    // A git that reads a machine's objects may write beside them, and the git of a capture would follow an
    // alternates file there.
    private void noAlternates() throws SyncException {
        Path list = objects().resolve("info/alternates");
        if (Files.exists(list, LinkOption.NOFOLLOW_LINKS)) {
            throw SyncFaults.refused(
                    list + " refers to objects elsewhere; Belljar's own repository must not have this file",
                    "If you created this file, run `git -C " + path + " repack -a -d` first; then delete the file.");
        }
    }

    private static void sweep(Path folder, String glob) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (DirectoryStream<Path> left = Files.newDirectoryStream(folder, glob)) {
            for (Path path : left) {
                ScratchFolder.delete(path);
            }
        }
    }
}
