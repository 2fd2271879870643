package dev.belljar.agent.sync.capture;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.project.CaptureConfig;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.agent.sync.repository.ShallowFile;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Copies objects of the user's repository into the host's own, with the whole history of a commit, because the
/// project may be deleted later. `project` is null for a plain folder.
public record ProjectObjects(
        HostRepository repository, @Nullable ProjectRepository project) {
    /// Copies the project's HEAD and its history. No file of the working tree is read, and no program of the project
    /// is executed.
    public static void copyHead(HostRepository repository, ProjectRepository project, String head)
            throws SyncException, InterruptedException {
        try (ScratchFolder scratch = ScratchFolder.in(repository.path())) {
            CaptureConfig settings =
                    CaptureConfig.of(GitRunner.person(project.top())).readable(project.top());
            GitRunner git = quick(new PlaceholderTree(project, repository, scratch).with(settings));
            new ProjectObjects(repository, project).pack(git, head);
        }
    }

    /// This git with settings for packing fast.
    static GitRunner quick(GitRunner git) {
        return git.config("core.looseCompression=0")
                .config("pack.window=0")
                .config("pack.compression=1")
                .config("core.sharedRepository=umask");
    }

    /// Packs what the host's own repository lacks of this commit, with a git that reads both repositories.
    void pack(GitRunner git, String commit) throws SyncException, InterruptedException {
        ProjectRepository from = project;
        String shallow = from == null ? "" : from.shallow();
        ShallowFile mine = new ShallowFile(repository.path().resolve("shallow"));
        StringBuilder revisions = new StringBuilder(commit).append('\n');
        if (mine.text().equals(shallow)) {
            repository.tips().forEach(tip -> revisions.append('^').append(tip).append('\n'));
        }
        String base = repository.objects().resolve("pack/pack").toString();
        Command.Output output = git.run(
                revisions.toString().getBytes(StandardCharsets.UTF_8),
                "pack-objects",
                "-q",
                "--revs",
                "--non-empty",
                "--delta-base-offset",
                base);
        if (output.exit() != 0) {
            throw failed(from, output);
        }
        mine.merge(shallow);
        repository.git().line("prune-packed", "-q");
    }

    private static SyncException failed(@Nullable ProjectRepository project, Command.Output output) {
        SyncException fault = SyncFaults.git("pack-objects", output);
        return project != null && project.partial()
                ? new SyncException(
                        SyncException.REFUSED,
                        project.top() + " is a partial clone, and objects that it needs were never fetched",
                        "Run `git fetch --refetch --no-filter` in it and try again.",
                        fault)
                : fault;
    }
}
