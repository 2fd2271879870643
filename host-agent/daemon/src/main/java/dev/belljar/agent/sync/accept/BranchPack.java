package dev.belljar.agent.sync.accept;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.project.ProjectRepository;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ScratchFolder;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/// Packs the objects that a branch in the user's repository needs and that the repository lacks.
///
/// Confined git processes pack and check them; they see the user's objects but neither configuration nor hooks.
/// Only then is the finished pack moved into the user's repository, before the branch is: a kill in between only
/// leaves unneeded objects.
final class BranchPack implements AutoCloseable {
    private static final byte[] NOTHING = new byte[0];

    private final HostRepository repository;
    private final ProjectRepository project;
    private final ScratchFolder scratch;
    private final DiskReserve reserve;
    private final Path objects;
    private final GitRunner packing;
    private final GitRunner joined;

    /// Works in `scratch`, which it deletes when it is closed. Respects the reserve of Belljar's disk and of the
    /// disk with the user's repository.
    BranchPack(HostRepository repository, ProjectRepository project, ScratchFolder scratch, DiskReserve reserve)
            throws SyncException, InterruptedException {
        this.repository = repository;
        this.project = project;
        this.scratch = scratch;
        this.reserve = reserve;
        this.objects = scratch.file("objects");
        repository.sameFormat(project.top(), project.format());
        try {
            Files.createDirectories(objects.resolve("pack"));
            Path shallow = scratch.file("shallow");
            Files.writeString(shallow, project.shallow());
            GitRunner git = repository.untrusted().with("GIT_OBJECT_DIRECTORY", objects.toString());
            Path theirs = project.objects().toRealPath();
            packing = git.with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(repository.objects()))
                    .writing(Math.min(reserve.room(objects), reserve.room(theirs)));
            joined = git.with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(theirs))
                    .with("GIT_SHALLOW_FILE", shallow.toString())
                    .opening(parts(theirs), List.of());
        } catch (IOException e) {
            throw SyncFaults.file(objects + ": could not be created", e);
        }
    }

    // The alternates were checked to lie inside the project.
    private List<Path> parts(Path theirs) throws IOException {
        boolean more = Files.exists(theirs.resolve("info/alternates"));
        return more ? List.of(theirs, project.commonDir().toRealPath(), project.top()) : List.of(theirs);
    }

    /// The user's repository.
    ProjectRepository project() {
        return project;
    }

    /// Packs the objects that this commit needs in addition to the user's refs, and checks that none is missing.
    void make(String commit, List<String> tips) throws SyncException, InterruptedException {
        Command.Output packed = packing.run(
                revisions(commit, commits(repository.untrusted(), tips)),
                "pack-objects",
                "-q",
                "--revs",
                "--non-empty",
                "--delta-base-offset",
                "--window=0",
                "--threads=1",
                objects.resolve("pack/pack").toString());
        if (GitRunner.wroteTooMuch(packed.exit(), packed.errorText())) {
            throw SyncFaults.full(
                    "there is not enough free space for the changes in " + repository.path() + " or in " + project.top()
                            + ": storing them would leave less free space than the host disk reserve",
                    null);
        }
        if (packed.exit() != 0) {
            throw SyncFaults.git("pack-objects", packed);
        }
        joined.check(revisions(commit, commits(joined, tips)), "rev-list", "--objects", "--quiet", "--stdin");
    }

    /// True if the history of `commit` contains `old`.
    boolean contains(String old, String commit) throws SyncException, InterruptedException {
        return joined.run(NOTHING, "merge-base", "--is-ancestor", old, commit).exit() == 0;
    }

    /// Moves the pack into the user's repository.
    void release() throws SyncException {
        try {
            Path folder = Files.createDirectories(project.objects().resolve("pack"));
            reserve.require(folder, bytes(), "copying the work to the project");
            // Git recognizes a pack by its index, so the index comes last.
            for (String each : List.of("*.pack", "*.idx")) {
                try (DirectoryStream<Path> files = Files.newDirectoryStream(objects.resolve("pack"), each)) {
                    for (Path file : files) {
                        put(file, folder);
                    }
                }
            }
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        } catch (DiskReserve.ReachedException e) {
            throw SyncFaults.full(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw SyncFaults.file(project.objects() + ": the work could not be stored there", e);
        }
    }

    @Override
    public void close() throws SyncException {
        scratch.close();
    }

    private long bytes() throws IOException {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(objects.resolve("pack"))) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    // A kill leaves a file with a temporary name that git's garbage collection deletes.
    private static void put(Path file, Path folder) throws IOException {
        Path target = folder.resolve(String.valueOf(file.getFileName()));
        if (Files.exists(target)) {
            return; // its name is the sum of its objects
        }
        Path half = Files.createTempFile(folder, "tmp_pack_", "");
        try {
            Files.copy(file, half, StandardCopyOption.REPLACE_EXISTING);
            try (FileChannel channel = FileChannel.open(half, StandardOpenOption.READ)) {
                channel.force(true);
            }
            Files.setPosixFilePermissions(half, PosixFilePermissions.fromString("r--r--r--"));
            Files.move(half, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(half);
        }
    }

    private static byte[] revisions(String commit, List<String> known) {
        StringBuilder revisions = new StringBuilder(commit).append('\n');
        known.forEach(each -> revisions.append('^').append(each).append('\n'));
        return revisions.toString().getBytes(StandardCharsets.UTF_8);
    }

    // The tips that are commits in this repository.
    private static List<String> commits(GitRunner git, List<String> tips) throws SyncException, InterruptedException {
        byte[] input = (String.join("\n", tips) + "\n").getBytes(StandardCharsets.UTF_8);
        List<String> known = new ArrayList<>();
        git.check(input, "cat-file", "--batch-check=%(objectname) %(objecttype)")
                .text()
                .lines()
                .filter(line -> line.endsWith(" commit"))
                .forEach(line -> known.add(line.substring(0, line.indexOf(' '))));
        return known;
    }
}
