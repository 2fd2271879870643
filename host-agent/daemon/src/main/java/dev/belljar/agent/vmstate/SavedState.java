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

/// A machine at rest in a folder of its own: memory, device state, and facts that say what they are and what they
/// must hold. It never changes; any number of machines may be thawed from it, each with a private view of the
/// memory.
///
/// `layer` is the disk it had, which lies elsewhere because machines share it.
public record SavedState(Path folder, Facts facts) {
    private static final int FORMAT = 1;

    /// What a frozen machine is: `plan` names the launch plan it fits, `memory` its size in MiB, `pauseMillis` how
    /// long the machine stood still for it; the sums are those of the two files, and of the layer where that never
    /// changes again.
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

    /// Its memory.
    public Path ram() {
        return folder.resolve("ram");
    }

    /// Its device state, as `migrate-incoming` takes it.
    public Path state() {
        return folder.resolve("state");
    }

    /// The layer its disk was.
    public Path layer() {
        return Path.of(facts.layer());
    }

    /// What takes up room of its own, in bytes.
    ///
    /// @throws IOException when the files cannot be looked at
    public long size() throws IOException {
        return SparseFile.extents(ram()).stream()
                        .mapToLong(SparseFile.Extent::length)
                        .sum()
                + Files.size(state());
    }

    /// Writes the facts of what lies in the folder, flushed to disk: from now on it is a frozen machine.
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

    /// The same with its disk sealed too: nothing writes to that layer from now on.
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

    /// The frozen machine in a folder; what it holds is verified when it is used.
    ///
    /// @throws SavedStateException when there is none that this version can read
    public static SavedState open(Path folder) throws SavedStateException {
        try {
            Facts facts = ContractJson.read(Files.readString(folder.resolve("facts.json")), Facts.class);
            if (facts.format() != FORMAT) {
                throw damaged(folder, "its format is %d: expected %d".formatted(facts.format(), FORMAT), null);
            }
            return new SavedState(folder, facts);
        } catch (NoSuchFileException e) {
            throw damaged(folder, "it was not saved whole", e);
        } catch (IOException | JsonFault e) {
            throw damaged(folder, String.valueOf(e.getMessage()), e);
        }
    }

    static SavedStateException damaged(Path folder, String what, @Nullable Throwable e) {
        return new SavedStateException(
                SavedStateException.DAMAGED,
                "the saved machine in " + folder + " cannot be used: " + what,
                "Others are not touched by this; delete it if it is of no more use.",
                e);
    }
}
