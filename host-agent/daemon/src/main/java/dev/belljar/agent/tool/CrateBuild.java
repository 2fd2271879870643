package dev.belljar.agent.tool;

import dev.belljar.agent.host.CommandException;
import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.contract.problem.BelljarException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/// Builds the program of one crate and stores it in a cache folder, one build at a time on this host. The
/// program appears completely or not at all.
final class CrateBuild {
    /// The published profile without link-time optimization, which takes longer than all the rest.
    static final Map<String, String> PROFILE = Map.of(
            "CARGO_PROFILE_RELEASE_LTO", "off",
            "CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16",
            "CARGO_PROFILE_RELEASE_OPT_LEVEL", "2",
            "CARGO_PROFILE_RELEASE_STRIP", "symbols",
            "CARGO_TERM_COLOR", "never");

    /// Disk space that Rust, the sources and the build products need on this host during a build.
    private static final long WORK = 2304L << 20;

    private final Path folder;
    private final Crate crate;
    private final DiskReserve reserve;
    private final ToolStore store;

    CrateBuild(Path folder, Crate crate, DiskReserve reserve) {
        this.folder = folder;
        this.crate = crate;
        this.reserve = reserve;
        this.store = new ToolStore(folder, crate);
    }

    /// A place to build: this host or a machine.
    interface Place {
        /// True if the build scripts of the crates run on this host.
        boolean onHost();

        /// Checks that the crate can be built there, as far as that can be known before; `in` is a folder in which
        /// programs can be run.
        ///
        /// @throws ToolException when it cannot
        void require(Crate crate, Path in) throws ToolException, CommandException, InterruptedException;

        /// Builds the crate, with `folder` (empty, deleted afterwards) to work in, and puts its program into `target`.
        void build(Crate crate, Path folder, Path target, ToolProgress progress)
                throws BelljarException, IOException, CommandException, InterruptedException;
    }

    Crate crate() {
        return crate;
    }

    ToolStore store() {
        return store;
    }

    /// Builds the program, unless another build has finished it in the meantime.
    ///
    /// @throws BelljarException when that fails; no incomplete program is left in the cache
    void run(Place place, ToolProgress progress) throws BelljarException, InterruptedException {
        try {
            Files.createDirectories(folder);
            try (FileChannel channel = FileChannel.open(
                            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = alone(channel, progress)) {
                if (store.find(place.onHost()).isEmpty()) {
                    place.require(crate, folder);
                    reserve.require(folder, WORK, "a build");
                    build(place, progress);
                }
            }
        } catch (DiskReserve.ReachedException e) {
            throw ToolException.noRoom(crate, String.valueOf(e.getMessage()));
        } catch (IOException | CommandException e) {
            throw ToolException.notBuilt(crate, String.valueOf(e.getMessage()));
        }
    }

    private static FileLock alone(FileChannel channel, ToolProgress progress) throws IOException, InterruptedException {
        FileLock lock = channel.tryLock();
        while (lock == null) {
            progress.at(0, "Waiting for a build by another host agent");
            // Polls, because interrupting a blocking lock would close the channel.
            Thread.sleep(500);
            lock = channel.tryLock();
        }
        return lock;
    }

    private void build(Place place, ToolProgress progress)
            throws BelljarException, IOException, CommandException, InterruptedException {
        Path work = folder.resolve("." + crate.version() + ".new");
        FileTrees.delete(work);
        Files.createDirectory(work);
        try {
            Path target = work.resolve("program");
            place.build(crate, work, target, progress);
            store.keep(target, place.onHost());
        } finally {
            FileTrees.delete(work);
        }
    }
}
