package dev.belljar.agent.sync;

import dev.belljar.agent.host.Command;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes objects that no ref of a repository needs any more.
///
/// That it is wanted is written down first and stays so until it is done: a repository in use is pruned later, and so
/// is one whose host agent was killed meanwhile.
record Pruning(HostRepository repository, DiskReserve reserve) {
    private static final Logger LOG = LoggerFactory.getLogger(Pruning.class);

    /// The index of a pack can be larger than a small pack.
    private static final long SLACK = 1L << 20;

    /// Notes that objects may have lost their last ref.
    void want() throws SyncException {
        try {
            DurableFile.write(mark(), "1\n");
        } catch (IOException e) {
            throw SyncFaults.file(mark() + ": could not be written", e);
        }
    }

    boolean wanted() {
        return Files.exists(mark());
    }

    /// Bytes of objects that no ref needs.
    long unneeded() throws SyncException, InterruptedException {
        String needed = repository.untrusted().line("rev-list", "--objects", "--disk-usage", "--all");
        return Math.max(0, bytes() - (needed.matches("[0-9]{1,18}") ? Long.parseLong(needed) : Long.MAX_VALUE));
    }

    /// Deletes them; only while nobody reads or fetches. Bytes that this gave back.
    ///
    /// An object that lies there as a difference to one that goes is written whole. Where that would take more than
    /// there is now, the packs stay as they are: nothing would be given back.
    ///
    /// @throws SyncException `sync.disk-full` when there is no room for the packs it makes; it stays wanted
    long run() throws SyncException, InterruptedException {
        long before = bytes();
        try {
            reserve.require(repository.path(), before + SLACK, "pruning it");
            Git git = repository
                    .untrusted()
                    .config("pack.window=0")
                    .config("pack.compression=1")
                    .writing(before + SLACK);
            repack(git);
            git.line("prune", "--expire=now");
            Files.deleteIfExists(mark());
        } catch (DiskReserve.ReachedException e) {
            throw SyncFaults.full(String.valueOf(e.getMessage()), e);
        } catch (IOException e) {
            throw SyncFaults.file(repository.path() + ": could not be pruned", e);
        }
        return Math.max(0, before - bytes());
    }

    private void repack(Git git) throws SyncException, InterruptedException {
        try {
            Command.Output output = git.run(new byte[0], "repack", "-q", "-a", "-d");
            if (Git.wroteTooMuch(output.exit(), output.errorText())) {
                LOG.info("{}: kept as it is, pruning it would take more than it gives back", repository.path());
            } else if (output.exit() != 0) {
                throw SyncFaults.git("repack", output);
            }
        } finally {
            repository.sweepPacks();
        }
    }

    private Path mark() {
        return repository.path().resolve("prune");
    }

    // Packs and loose objects; the packs' indices go with them and are not counted.
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
