package dev.belljar.agent.sync.repository;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.SyncFaults;
import dev.belljar.agent.sync.git.GitProcess;
import dev.belljar.agent.sync.git.GitRunner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes objects that no ref of a repository needs any more.
///
/// The request is stored first and deleted when it is done: so a repository in use is pruned later, and also one
/// whose host agent was killed, or which pruning would have made larger. `patience` is the time limit for the
/// search for deltas to remaining objects.
public record ObjectPruner(HostRepository repository, DiskReserve reserve, Duration patience) {
    private static final Logger LOG = LoggerFactory.getLogger(ObjectPruner.class);

    /// The index of a pack can be larger than a small pack.
    private static final long SLACK = 1L << 20;

    /// Git's default: the number of objects with which it compares each one.
    private static final int WINDOW = 10;

    /// A machine's objects can make the search arbitrarily long, and it blocks all other uses of the repository.
    private static final Duration SEARCH = Duration.ofMinutes(1);

    private static final String KEPT = "kept ";

    public ObjectPruner(HostRepository repository, DiskReserve reserve) {
        this(repository, reserve, SEARCH);
    }

    /// Notes that objects may have lost their last ref.
    public void want() throws SyncException {
        try {
            DurableFile.write(mark(), "1\n");
        } catch (IOException e) {
            throw SyncFaults.file(mark() + ": could not be written", e);
        }
    }

    public boolean requested() {
        return Files.exists(mark());
    }

    /// The bytes of objects that no ref needs.
    public long unneeded() throws SyncException, InterruptedException {
        String needed = repository.untrusted().line("rev-list", "--objects", "--disk-usage", "--all");
        return Math.max(0, bytes() - (needed.matches("[0-9]{1,18}") ? Long.parseLong(needed) : Long.MAX_VALUE));
    }

    /// Deletes unneeded objects and returns the bytes freed; only while no operation reads or fetches.
    ///
    /// An object that is stored as a delta to a deleted one is written in full, or as a delta to another object
    /// if one is found in time. If the packs would grow all the same they stay, and so does the request.
    ///
    /// @throws SyncException `sync.disk-full` when there is no space for the new packs; the request stays
    public long run() throws SyncException, InterruptedException {
        long before = bytes();
        try {
            reserve.require(repository.path(), before + SLACK, "pruning the repository");
            boolean smaller = repack(before + SLACK, 0, GitRunner.LIMIT) || repack(before + SLACK, WINDOW, patience);
            repository.untrusted().line("prune", "--expire=now");
            if (smaller) {
                Files.deleteIfExists(mark());
            } else {
                LOG.info("{}: not pruned, because that would use more space than it frees", repository.path());
                DurableFile.write(mark(), KEPT + unneeded() + "\n");
            }
        } catch (DiskReserve.ReachedException e) {
            throw SyncFaults.full(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw SyncFaults.file(repository.path() + ": could not be pruned", e);
        }
        return Math.max(0, before - bytes());
    }

    /// The bytes of unneeded objects that the last attempt could not delete; 0 if there are none.
    public long kept() throws SyncException {
        try {
            String text = requested() ? Files.readString(mark()).strip() : "";
            return text.matches(KEPT + "[0-9]{1,18}") ? Long.parseLong(text.substring(KEPT.length())) : 0;
        } catch (IOException e) {
            throw SyncFaults.file(mark() + ": could not be read", e);
        }
    }

    // False if the packs would need more than so many bytes, or it takes too long.
    private boolean repack(long most, int window, Duration limit) throws SyncException, InterruptedException {
        GitRunner git = repository
                .untrusted()
                .config("pack.window=" + window)
                .config("pack.windowMemory=256m")
                .config("pack.threads=1")
                .config("pack.compression=1")
                .writing(most);
        try (GitProcess process = GitProcess.tied(git, limit, new byte[0], "repack", "-q", "-a", "-d")) {
            if (!process.ended(limit) || process.late() || GitRunner.wroteTooMuch(process.exit(), process.said())) {
                return false;
            }
            if (process.exit() != 0) {
                throw SyncFaults.git("repack", process.said());
            }
            return true;
        } finally {
            repository.sweepPacks();
        }
    }

    private Path mark() {
        return repository.path().resolve("prune");
    }

    // The bytes of packs and loose objects; the indexes of packs are not counted.
    private long bytes() throws SyncException {
        try (Stream<Path> files = Files.walk(repository.objects())) {
            long bytes = 0;
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = String.valueOf(file.getFileName());
                bytes += name.endsWith(".pack") || name.matches("[0-9a-f]+") ? Files.size(file) : 0;
            }
            return bytes;
        } catch (IOException e) {
            throw SyncFaults.file(repository.objects() + ": could not be read", e);
        }
    }
}
