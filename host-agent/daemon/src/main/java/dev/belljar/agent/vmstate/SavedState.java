package dev.belljar.agent.vmstate;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/// The saved state of a machine in a folder: memory, device state, and a file of facts with their checksums. It
/// never changes; any number of machines can be resumed from it, each with a private mapping of the memory.
///
/// `layer` is its disk, which is stored elsewhere because machines share it.
public record SavedState(Path folder, Facts facts) {
    private static final int FORMAT = 1;

    /// The facts of a saved machine: `plan` names its launch plan, `memory` is its size in MiB, `pauseMillis`
    /// the length of the pause; the checksums are those of the two files, and of the layer if that never changes
    /// again.
    public record Facts(
            int format,
            String plan,
            int memory,
            String layer,
            long pauseMillis,
            String ramSum,
            String stateSum,
            @Nullable String layerSum) {
        private Facts withLayerSum(String sum) {
            return new Facts(format, plan, memory, layer, pauseMillis, ramSum, stateSum, sum);
        }
    }

    /// The file of the memory.
    public Path ram() {
        return folder.resolve("ram");
    }

    /// The file of the device state, in the format of `migrate-incoming`.
    public Path state() {
        return folder.resolve("state");
    }

    /// The layer of its disk.
    public Path layer() {
        return Path.of(facts.layer());
    }

    /// The disk space of its own files in bytes.
    ///
    /// @throws IOException when the files cannot be read
    public long size() throws IOException {
        return SparseFile.extents(ram()).stream()
                        .mapToLong(SparseFile.Extent::length)
                        .sum()
                + Files.size(state());
    }

    /// Writes the facts of the folder's files, flushed to disk, which makes the folder a saved state.
    ///
    /// @throws SavedStateException when the disk is full or broken
    public static SavedState seal(Path folder, String plan, int memory, Path layer, long pauseMillis)
            throws SavedStateException {
        try {
            for (String name : new String[] {"ram", "state"}) {
                try (FileChannel channel = FileChannel.open(folder.resolve(name), StandardOpenOption.WRITE)) {
                    channel.force(true);
                }
            }
            Facts facts = new Facts(
                    FORMAT,
                    plan,
                    memory,
                    layer.toString(),
                    pauseMillis,
                    BlockChecksum.of(folder.resolve("ram")),
                    BlockChecksum.of(folder.resolve("state")),
                    null);
            return written(folder, facts);
        } catch (IOException e) {
            throw unwritten(folder, e);
        }
    }

    /// This state with a checksum of its disk layer too, which must not be written any more.
    ///
    /// @throws SavedStateException when the layer cannot be read or the facts not written
    public SavedState withDisk() throws SavedStateException {
        try {
            return written(folder, facts.withLayerSum(BlockChecksum.of(layer())));
        } catch (IOException e) {
            throw unwritten(folder, e);
        }
    }

    private static SavedState written(Path folder, Facts facts) throws IOException {
        DurableFile.write(folder.resolve("facts.json"), ContractJson.pretty(facts) + "\n");
        return new SavedState(folder, facts);
    }

    private static SavedStateException unwritten(Path folder, IOException e) {
        return new SavedStateException(
                SavedStateException.UNWRITABLE,
                folder + ": the machine could not be saved: " + e.getMessage(),
                "Check the free space and the owner of that folder.",
                e);
    }

    /// Opens the saved state in a folder; its content is verified when it is used.
    ///
    /// @throws SavedStateException when there is no state that this version can read
    public static SavedState open(Path folder) throws SavedStateException {
        try {
            Facts facts = ContractJson.read(Files.readString(folder.resolve("facts.json")), Facts.class);
            if (facts.format() != FORMAT) {
                throw damaged(folder, "its format version is %d: expected %d".formatted(facts.format(), FORMAT), null);
            }
            return new SavedState(folder, facts);
        } catch (NoSuchFileException e) {
            throw damaged(folder, "it was not saved completely", e);
        } catch (IOException | JsonFault e) {
            throw damaged(folder, String.valueOf(e.getMessage()), e);
        }
    }

    static SavedStateException damaged(Path folder, String what, @Nullable Throwable e) {
        return new SavedStateException(
                SavedStateException.DAMAGED,
                "the saved machine in " + folder + " cannot be used: " + what,
                "Other snapshots are not affected. If you do not need the damaged snapshot, delete it.",
                e);
    }
}
