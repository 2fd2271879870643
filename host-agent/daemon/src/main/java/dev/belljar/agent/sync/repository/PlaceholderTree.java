package dev.belljar.agent.sync.repository;

import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.project.CaptureConfig;
import dev.belljar.agent.sync.project.ProjectRepository;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/// A git folder that replaces the project's own while its files are captured: with the same index, ignore rules,
/// attributes and shallow boundary, but without configuration of the project that could execute programs.
public record PlaceholderTree(ProjectRepository project, HostRepository repository, ScratchFolder scratch) {
    /// Creates the folder and returns a git with these settings that writes new objects to the host's
    /// repository.
    public GitRunner with(CaptureConfig settings) throws SyncException, InterruptedException {
        Path folder = folder(scratch, project.format());
        try {
            Files.write(folder.resolve("config"), settings.file(), StandardOpenOption.APPEND);
            copy(project.gitDir().resolve("index"), scratch.file("index"));
            copy(project.commonDir().resolve("shallow"), folder.resolve("shallow"));
            copy(project.commonDir().resolve("info/exclude"), folder.resolve("info/exclude"));
            copy(project.commonDir().resolve("info/attributes"), folder.resolve("info/attributes"));
            copy(project.gitDir().resolve("info/sparse-checkout"), folder.resolve("info/sparse-checkout"));
            copyShared(project.gitDir(), folder);
        } catch (IOException e) {
            throw SyncFaults.file(project.top() + ": its git files could not be copied", e);
        }
        // The storage of git-lfs's clean filter, which would otherwise be deleted with this folder.
        String storage = project.commonDir().resolve("lfs").toString();
        return git(project.top(), folder, repository, scratch)
                .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", quoted(project.objects()))
                .config("lfs.storage=" + settings.kept().getOrDefault("lfs.storage", storage));
    }

    /// A git for a plain folder, with only the user's own configuration: that of the host's repository must not
    /// start programs.
    public static GitRunner plain(Path top, HostRepository repository, ScratchFolder scratch)
            throws SyncException, InterruptedException {
        GitRunner git = git(top, folder(scratch, "sha1"), repository, scratch);
        String storage = git.tryLine("config", "lfs.storage").orElse("lfs");
        return git.config("lfs.storage=" + repository.path().resolve(storage));
    }

    private static Path folder(ScratchFolder scratch, String format) throws SyncException, InterruptedException {
        Path folder = scratch.file("git");
        GitRunner.host(folder)
                .line("init", "-q", "--bare", "--template=", "--object-format=" + format, folder.toString());
        return folder;
    }

    private static GitRunner git(Path top, Path folder, HostRepository repository, ScratchFolder scratch) {
        return GitRunner.person(top)
                .with("GIT_DIR", folder.toString())
                .with("GIT_WORK_TREE", top.toString())
                .with("GIT_INDEX_FILE", scratch.file("index").toString())
                .with("GIT_OBJECT_DIRECTORY", repository.objects().toString());
    }

    private static void copyShared(Path from, Path to) throws IOException {
        try (DirectoryStream<Path> shared = Files.newDirectoryStream(from, "sharedindex.*")) {
            for (Path each : shared) {
                copy(each, to.resolve(each.getFileName()));
            }
        }
    }

    // Only regular files are copied: reading a pipe would never end. The copy keeps the time: git compares the contents
    // of a file that is not older than its index, and a newer copy would hide changes. An earlier time only costs time,
    // so it is read first.
    private static void copy(Path from, Path to) throws IOException {
        if (Files.isRegularFile(from)) {
            Path folder = to.getParent();
            if (folder != null) {
                Files.createDirectories(folder);
            }
            FileTime time = Files.getLastModifiedTime(from);
            Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
            Files.setLastModifiedTime(to, time);
        }
    }

    // A colon would end the path, so it is C-quoted, which git accepts here.
    public static String quoted(Path path) {
        return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
