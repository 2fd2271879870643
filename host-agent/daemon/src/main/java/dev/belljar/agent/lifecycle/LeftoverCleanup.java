package dev.belljar.agent.lifecycle;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.ProcessIdentity;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.contract.sandbox.StorageTier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Deletes files of one sandbox that a killed host agent had not finished writing or deleting: each is complete
/// under another name, or useless.
public record LeftoverCleanup(SandboxRuntime sandbox) {
    private static final Logger LOG = LoggerFactory.getLogger(LeftoverCleanup.class);
    private static final Duration ENDED = Duration.ofSeconds(10);

    /// Cleans up, once the record says how the machine is stored; `runs` says that the machine runs.
    void run(boolean runs) throws InterruptedException {
        Path folder = sandbox.folder();
        Path disk = folder.resolve("disk");
        try {
            DurableFile.sweep(folder);
            endPacking(disk.resolve("disk.packed"));
            Files.deleteIfExists(disk.resolve("disk.new"));
            FileTrees.delete(disk.resolve("frozen.new"));
            FileTrees.delete(disk.resolve("frozen.gone"));
            memory(disk.resolve("frozen"), sandbox.record().tier());
            if (!runs) {
                Files.deleteIfExists(disk.resolve("ram"));
                MachineFiles.clearLive(disk);
            }
        } catch (IOException e) {
            LOG.warn("{}: leftover files were not deleted: {}", sandbox.name(), e.toString());
        }
    }

    /// Ends a program that still packs the disk: it outlives the host agent, and a machine cannot start on the
    /// disk until it ends.
    private static void endPacking(Path packed) throws IOException, InterruptedException {
        if (Files.exists(packed)) {
            for (ProcessIdentity packer : ProcessIdentity.startedWith(packed.toString())) {
                packer.killAndWait(ENDED);
            }
            Files.deleteIfExists(packed);
        }
    }

    private static void memory(Path savedState, @Nullable StorageTier tier) throws IOException {
        if (tier != StorageTier.HOT && tier != StorageTier.WARM) {
            FileTrees.delete(savedState);
            return;
        }
        Files.deleteIfExists(savedState.resolve("ram.new"));
        Files.deleteIfExists(savedState.resolve("ram.zst.new"));
        // Of the two forms of one memory only the one of the tier is kept, if it exists.
        String kept = tier == StorageTier.WARM ? "ram.zst" : "ram";
        if (Files.exists(savedState.resolve(kept))) {
            Files.deleteIfExists(savedState.resolve(kept.equals("ram") ? "ram.zst" : "ram"));
        }
    }
}
