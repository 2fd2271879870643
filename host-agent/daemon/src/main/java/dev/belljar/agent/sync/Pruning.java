package dev.belljar.agent.sync;

import dev.belljar.agent.host.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// Deletes objects that no ref of a repository needs any more.
///
/// That it is wanted is written down first and stays so until it is done: a repository in use is pruned later, and so
/// is one whose host agent was killed meanwhile.
record Pruning(HostRepository repository) {
    private static final long RESERVE = 512L << 20;

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
    /// @throws SyncException `sync.disk-full` when there is no room for the packs it makes; it stays wanted
    long run() throws SyncException, InterruptedException {
        long before = bytes();
        try {
            if (Files.getFileStore(repository.path()).getUsableSpace() < before + RESERVE) {
                throw SyncFaults.full(
                        repository.path() + ": pruning needs as much free space as the repository takes", null);
            }
            Git git = repository.untrusted().config("pack.window=0").config("pack.compression=1");
            git.line("repack", "-q", "-a", "-d");
            git.line("prune", "--expire=now");
            Files.deleteIfExists(mark());
        } catch (IOException e) {
            throw SyncFaults.file(repository.path() + ": could not be pruned", e);
        }
        return Math.max(0, before - bytes());
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
