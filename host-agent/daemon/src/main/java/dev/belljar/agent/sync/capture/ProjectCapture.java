package dev.belljar.agent.sync.capture;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.git.RefNames;
import dev.belljar.agent.sync.project.CaptureConfig;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.project.Submodules;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ScratchFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Captures the user's project into the host's own repository and leaves the project unchanged.
///
/// The index is copied and `git add -A` runs on the copy; new objects are written to the host's repository, the
/// user's are only read (as alternates). The capture has the form of a stash: a commit of the working tree whose
/// parents are HEAD and a commit of the index. The user's own configuration applies (ignore rules, line endings,
/// clean filters), as in their own `git add`; no program of the project is executed: its git folder is replaced
/// by a placeholder, and hooks, file system monitors and its own filters do not run.
public final class ProjectCapture {
    private static final byte[] NOTHING = new byte[0];
    private static final int NAMED = 20;

    private final HostRepository repository;
    private final String ref;
    private final Path top;
    private final @Nullable ProjectRepository project;
    private final DiskReserve reserve;
    private final List<String> warnings = new ArrayList<>();

    private ProjectCapture(
            HostRepository repository, String ref, Path top, @Nullable ProjectRepository project, DiskReserve reserve) {
        this.repository = repository;
        this.ref = ref;
        this.top = top;
        this.project = project;
        this.reserve = reserve;
    }

    /// Captures a project, respecting the reserve of the host's disk.
    public static WorkspaceTransfer.Capture take(
            HostRepository repository, String sandbox, Path folder, boolean plainFolder, DiskReserve reserve)
            throws SyncException, InterruptedException {
        String ref = RefNames.capture(sandbox);
        Optional<ProjectRepository> project = find(folder, plainFolder);
        Path top = ProjectRepository.real(folder);
        repository.create(top, project.map(ProjectRepository::format).orElse("sha1"));
        return new ProjectCapture(repository, ref, top, project.orElse(null), reserve).take();
    }

    /// The repository to capture; empty for a plain folder, which the request must permit.
    public static Optional<ProjectRepository> find(Path folder, boolean plainFolder)
            throws SyncException, InterruptedException {
        Optional<ProjectRepository> project =
                plainFolder ? ProjectRepository.orPlainFolder(folder) : ProjectRepository.at(folder);
        if (project.isEmpty() && !plainFolder) {
            throw new SyncException(
                    SyncException.NOT_A_REPOSITORY,
                    folder + " is not a git repository",
                    "Add it as a plain folder (`belljar create --plain`), or run `git init` in it.",
                    null);
        }
        return project;
    }

    private WorkspaceTransfer.Capture take() throws SyncException, InterruptedException {
        try (ScratchFolder scratch = ScratchFolder.in(repository.path())) {
            GitRunner git = git(scratch);
            String indexTree = indexTree(git);
            new Submodules(git).setApart();
            new CaptureLimit(git, top, repository.path(), reserve).require();
            addAll(git);
            String workTree = git.line("write-tree");
            String head = project == null ? plainCommit(workTree) : project.head();
            String index = commit(git, project == null ? workTree : indexTree, head, null, "The index");
            CaptureSummary tally = CaptureSummary.of(git, workTree, head);
            warnings.addAll(tally.warnings());
            CaptureNote note = note(git, head, index, tally);
            String commit = commit(git, workTree, head, index, note.message());
            new ProjectObjects(repository, project).pack(git, commit);
            repository.update(List.of("update " + ref + " " + commit));
            return note.capture(commit);
        }
    }

    private CaptureNote note(GitRunner git, @Nullable String head, String index, CaptureSummary tally)
            throws SyncException, InterruptedException {
        if (project != null) {
            warnings.addAll(project.unfinished());
            if (!project.shallow().isEmpty()) {
                warnings.add("The project is a shallow clone: the sandbox gets the same limited history.");
            }
        }
        return new CaptureNote(
                head,
                index,
                project == null ? "main" : project.branch(),
                git.tryLine("config", "user.name").orElse(null),
                git.tryLine("config", "user.email").orElse(null),
                new CaptureNote.Counts(tally.files(), tally.uncommitted()),
                warnings);
    }

    private GitRunner git(ScratchFolder scratch) throws SyncException, InterruptedException {
        GitRunner git;
        if (project == null) {
            git = PlaceholderTree.plain(top, repository, scratch);
        } else {
            CaptureConfig settings = CaptureConfig.of(GitRunner.person(top)).readable(top);
            warnings.addAll(settings.warnings(NAMED));
            git = new PlaceholderTree(project, repository, scratch).with(settings);
        }
        return ProjectObjects.quick(git);
    }

    private String indexTree(GitRunner git) throws SyncException, InterruptedException {
        if (git.check(NOTHING, "ls-files", "--unmerged", "-z").out().length == 0) {
            return git.line("write-tree");
        }
        warnings.add("Unresolved conflicts are copied as uncommitted changes.");
        String head = project == null ? null : project.head();
        return head == null
                ? new String(git.check(NOTHING, "mktree").out(), StandardCharsets.UTF_8).strip()
                : git.line("rev-parse", head + "^{tree}");
    }

    // Exit code 1 means that some files could not be read: the others are captured, and a warning names the
    // missing ones.
    private void addAll(GitRunner git) throws SyncException, InterruptedException {
        Command.Output output = git.run(NOTHING, "add", "--all", "--ignore-errors");
        if (output.exit() == 0) {
            return;
        }
        if (output.exit() != 1 || output.errorText().contains("No space left")) {
            throw SyncFaults.git("add", output);
        }
        output.errorText()
                .lines()
                .filter(line -> line.startsWith("error:"))
                .limit(NAMED)
                .map(line -> "Not copied: " + SyncFaults.clean(line.substring(6)))
                .forEach(warnings::add);
    }

    private String plainCommit(String tree) throws SyncException, InterruptedException {
        return repository.commit(tree, List.of(), "The folder as it was when the sandbox was created\n", "");
    }

    // HEAD is not in the host's repository before it is packed, so the commits are made by a git that can read
    // it.
    private static String commit(
            GitRunner git, String tree, @Nullable String head, @Nullable String index, String message)
            throws SyncException, InterruptedException {
        List<String> words = new ArrayList<>(List.of("commit-tree", tree));
        for (String parent : new String[] {head, index}) {
            if (parent != null) {
                words.addAll(List.of("-p", parent));
            }
        }
        byte[] text = message.getBytes(StandardCharsets.UTF_8);
        return new String(git.check(text, words.toArray(String[]::new)).out(), StandardCharsets.UTF_8).strip();
    }
}
