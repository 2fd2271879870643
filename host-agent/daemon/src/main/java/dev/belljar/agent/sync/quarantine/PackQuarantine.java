package dev.belljar.agent.sync.quarantine;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitProcess;
import dev.belljar.agent.sync.git.GitRunner;
import dev.belljar.agent.sync.repository.HostRepository;
import dev.belljar.agent.sync.repository.PlaceholderTree;
import dev.belljar.agent.sync.repository.ScratchFolder;
import dev.belljar.contract.text.ByteCount;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// Unpacks and checks a machine's pack before its objects are added to the host's repository.
///
/// Git's `fsck` checks every object, with warnings as errors: `.git` in any spelling, `..`, slashes in names,
/// hostile `.gitmodules`. Refused objects never leave this folder. A plain `git fetch` from a bundle would not
/// check (git before 2.46), so no bundle is used.
final class PackQuarantine {
    /// Errors that real, old histories contain, and that servers accept, too.
    ///
    /// Git ends its check of an author or committer at the first error, so a forgiven one hides those after it.
    /// Behind these are only the date and the time zone: git reads impossible ones as none, and Belljar reads
    /// at most ten digits. An error in a name or an address is not forgiven.
    private static final String FORGIVEN = "zeroPaddedFilemode=ignore,badTimezone=ignore,missingSpaceBeforeDate=ignore";

    /// The exit code of a git that SIGSEGV killed: it follows folders recursively, and its stack is limited.
    private static final int STACK_TOO_SMALL = 128 + 11;

    /// The stall limit bounds the time of the transfer.
    private static final Duration SENDING = Duration.ofDays(7);

    private static final int LOOK_EVERY = 8 << 20;
    private static final Duration LOOK_OFTEN = Duration.ofMillis(200);

    private final HostRepository repository;
    private final Path objects;
    private final Path requested;
    private final GitRunner git;
    private final DiskReserve reserve;
    private final long limit;

    /// Respects the reserve of the host's disk and accepts at most `limit` bytes.
    PackQuarantine(HostRepository repository, ScratchFolder scratch, DiskReserve reserve, long limit)
            throws SyncException {
        this.repository = repository;
        this.reserve = reserve;
        this.limit = limit;
        this.objects = scratch.file("objects");
        this.requested = scratch.file("wanted");
        this.git = repository
                .untrusted()
                .with("GIT_OBJECT_DIRECTORY", objects.toString())
                .with("GIT_ALTERNATE_OBJECT_DIRECTORIES", PlaceholderTree.quoted(repository.objects()))
                .with("GIT_QUARANTINE_PATH", objects.toString());
        try {
            Files.createDirectories(objects.resolve("pack"));
            Files.createDirectories(requested);
        } catch (IOException e) {
            throw SyncFaults.file(objects + ": could not be created", e);
        }
    }

    /// Unpacks a pack and checks each object; a broken stream throws IOException.
    ///
    /// @throws SyncException `sync.over-quota` when more than `room` bytes come
    void receive(InputStream pack, long room) throws SyncException, IOException, InterruptedException {
        GitRunner writer = git.writing(space());
        try (GitProcess process = GitProcess.start(
                writer,
                SENDING,
                "index-pack",
                "--stdin",
                "--fix-thin",
                "--threads=1",
                "--strict=" + FORGIVEN,
                "--max-input-size=" + limit)) {
            boolean taken = pump(pack, process.in(), room);
            boolean ended = process.ended(GitRunner.LIMIT);
            if (ended && GitRunner.wroteTooMuch(process.exit(), process.said())) {
                throw nearlyFull("fetching the work would leave less free space than the host disk reserve");
            }
            if (!ended || process.exit() != 0 || !taken) {
                throw refused(process.said());
            }
        }
    }

    /// Checks that these commits and this tree are complete.
    void verify(List<String> commits, String tree) throws SyncException, InterruptedException {
        List<String> all = new ArrayList<>(commits);
        all.add(tree);
        String revisions = String.join("\n", all) + "\n";
        byte[] input = revisions.getBytes(StandardCharsets.UTF_8);
        List<String> kinds = git.check(input, "cat-file", "--batch-check=%(objecttype)")
                .text()
                .lines()
                .toList();
        for (int i = 0; i < all.size(); i++) {
            String expected = i < commits.size() ? "commit" : "tree";
            if (i >= kinds.size() || !kinds.get(i).equals(expected)) {
                throw SyncFaults.refused("the guest did not send the " + expected + " it announced", null);
            }
        }
        Command.Output whole = git.run(input, "rev-list", "--objects", "--quiet", "--stdin", "--not", "--all");
        if (whole.exit() == STACK_TOO_SMALL) {
            throw SyncFaults.refused(
                    "the work from the guest could not be checked: git crashed",
                    "Nothing was fetched. In the sandbox, look for folders that are nested tens of thousands of levels"
                            + " deep, and remove them.");
        }
        if (whole.exit() != 0 && whole.errorText().isBlank()) {
            throw SyncFaults.git("rev-list", whole);
        }
        if (whole.exit() != 0) {
            throw SyncFaults.refused(
                    "the work from the guest is incomplete: " + SyncFaults.clean(whole.errorText()), null);
        }
    }

    /// Packs the objects that these ids need and the repository lacks, and returns the bytes of the pack; other
    /// received objects stay in quarantine.
    ///
    /// A delta to an unneeded object is written in full, so the pack can be much larger than the received one:
    /// git is ended at `room` bytes, and when it comes near the reserve.
    ///
    /// @throws SyncException `sync.over-quota` when it takes more than `room` bytes
    long pack(Collection<String> requestedObjects, long room) throws SyncException, InterruptedException {
        recreate();
        StringBuilder revisions = new StringBuilder();
        requestedObjects.forEach(object -> revisions.append(object).append('\n'));
        repository.tips().forEach(tip -> revisions.append('^').append(tip).append('\n'));
        long most = Math.min(room, limit);
        long space = space();
        GitRunner writer =
                git.config("pack.window=0").config("pack.compression=1").writing(Math.min(most, space));
        try (GitProcess process = GitProcess.tied(
                writer,
                GitRunner.LIMIT,
                revisions.toString().getBytes(StandardCharsets.UTF_8),
                "pack-objects",
                "-q",
                "--revs",
                "--non-empty",
                "--delta-base-offset",
                "--threads=1",
                requested.resolve("pack").toString())) {
            while (!process.ended(LOOK_OFTEN)) {
                space();
            }
            if (GitRunner.wroteTooMuch(process.exit(), process.said())) {
                throw most <= space
                        ? tooMuch(room)
                        : nearlyFull("storing the work would leave less free space than the host disk reserve");
            }
            if (process.exit() != 0) {
                throw SyncFaults.git("pack-objects", process.said());
            }
        }
        long bytes = bytes();
        if (bytes > most) {
            throw tooMuch(room);
        }
        return bytes;
    }

    private void recreate() throws SyncException {
        try {
            ScratchFolder.delete(requested);
            Files.createDirectories(requested);
        } catch (IOException e) {
            throw SyncFaults.file(requested + ": could not be recreated", e);
        }
    }

    private SyncException tooMuch(long room) {
        return room <= limit
                ? SyncFaults.overQuota(room, room)
                : SyncFaults.refused(
                        "the work is larger than %s, the limit for one fetch".formatted(ByteCount.words(limit)),
                        "Nothing was fetched. Remove large files in the sandbox and try again.");
    }

    private long bytes() throws SyncException {
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(requested)) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
            return bytes;
        } catch (IOException e) {
            throw SyncFaults.file(requested + ": could not be read", e);
        }
    }

    /// Moves the pack into the repository.
    void release() throws SyncException {
        try {
            move("*.pack");
            move("*.idx");
        } catch (IOException e) {
            throw SyncFaults.file(repository.path() + ": the fetched work could not be stored there", e);
        }
    }

    private void move(String glob) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(requested, glob)) {
            for (Path file : files) {
                Path target = repository.objects().resolve("pack").resolve(file.getFileName());
                Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
            }
        }
    }

    // False if git stopped reading; its error output says why.
    private boolean pump(InputStream pack, OutputStream in, long room) throws SyncException, IOException {
        boolean taken = false;
        try {
            taken = copy(pack, in, room);
        } finally {
            taken &= closed(in);
        }
        return taken;
    }

    private boolean copy(InputStream pack, OutputStream in, long room) throws SyncException, IOException {
        byte[] chunk = new byte[1 << 16];
        long looked = 0;
        long done = 0;
        for (int n = pack.read(chunk); n >= 0; n = pack.read(chunk)) {
            done += n;
            if (done > room) {
                throw SyncFaults.overQuota(done, room);
            }
            if (done - looked >= LOOK_EVERY) {
                space();
                looked = done;
            }
            try {
                in.write(chunk, 0, n);
            } catch (IOException e) {
                return false;
            }
        }
        return true;
    }

    // Closing writes the last bytes, before which git may have ended.
    private static boolean closed(OutputStream in) {
        try {
            in.close();
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    // The bytes that may still be written: a full disk would stop all sandboxes.
    private long space() throws SyncException {
        try {
            reserve.require(objects, LOOK_EVERY, "fetching the work");
            return reserve.room(objects);
        } catch (DiskReserve.ReachedException e) {
            throw nearlyFull(String.valueOf(e.getMessage()));
        } catch (IOException e) {
            throw SyncFaults.file(objects + ": the free space there could not be determined", e);
        }
    }

    private static SyncException nearlyFull(String why) {
        return SyncFaults.full("this computer's disk is nearly full: " + why, null);
    }

    private static SyncException refused(String words) {
        if (words.contains("No space left")) {
            return SyncFaults.full("this computer's disk is full: " + SyncFaults.clean(words), null);
        }
        return SyncFaults.refused(
                "the work from the guest was rejected: " + SyncFaults.clean(words),
                "Nothing was fetched. In the sandbox, fix the problem that git reports, then try again.");
    }
}
