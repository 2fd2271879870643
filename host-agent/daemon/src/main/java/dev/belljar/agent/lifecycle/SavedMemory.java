package dev.belljar.agent.lifecycle;

import dev.belljar.agent.host.DiskReserve;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.MachineSpec;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vm.launch.MachineFiles;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.agent.vmstate.PackedMemory;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.StorageTier;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The saved memory of one sandbox's hibernated machine, stored beside its disk.
///
/// The memory matches the disk only until the machine runs again, so the record drops it before that: a leftover
/// file is then deleted and never resumed.
public record SavedMemory(SandboxRuntime sandbox, QuotaService quotas) {
    private static final Logger LOG = LoggerFactory.getLogger(SavedMemory.class);

    /// Compressed memory is rarely smaller than this fraction of the original.
    private static final int UNPACKED = 8;

    public interface Progress {
        void at(String step);
    }

    /// Notes that the machine is about to be saved, so that a later host agent that continues the stop saves it
    /// too.
    void begin() {
        try {
            Files.createDirectories(aside());
        } catch (IOException e) {
            LOG.warn(
                    "{}: could not record that it is hibernating; a restarted host agent would shut it down: {}",
                    sandbox.name(),
                    e.toString());
        }
    }

    /// True if an earlier host agent was about to save the stopping machine.
    boolean begun() {
        return Files.exists(aside()) || Files.exists(folder());
    }

    /// Notes that the machine is shut down instead.
    void giveUp() {
        FileTrees.delete(aside());
    }

    /// Saves a machine and ends it.
    ///
    /// @throws BelljarException when it cannot be saved; the machine then continues to run
    void save(Machine machine, MachineSpec spec) throws BelljarException, InterruptedException {
        Path aside = aside();
        FileTrees.delete(aside);
        FileTrees.delete(folder());
        boolean saved = false;
        try {
            String plan = plan(sandbox);
            requireQuota(machine);
            Files.createDirectories(aside);
            SavedState _ = machine.hibernate(plan, aside, MachineFiles.of(spec).overlay());
            Files.move(aside, folder(), StandardCopyOption.ATOMIC_MOVE);
            DurableFile.flush(spec.disk());
            // Only a memory on record is resumed: without the record the machine must not end.
            sandbox.store(r -> r.withTier(StorageTier.HOT));
            saved = true;
        } catch (IOException e) {
            machine.resume();
            throw unwritable(e);
        } catch (SandboxException e) {
            // Deletes the memory whatever the record says: a deleted memory cannot be resumed on a disk that has
            // changed.
            forget();
            sandbox.change(r -> r.withTier(null));
            machine.resume();
            throw e;
        } finally {
            FileTrees.delete(aside);
            if (!saved) {
                // Until the record says that the machine continues to run, a new host agent would try again.
                begin();
            }
        }
        machine.kill();
    }

    /// The plan with which the machine was launched, which differs from the plan of a start today if the host
    /// has changed.
    ///
    /// @throws SandboxException when it is not known
    public static String plan(SandboxRuntime sandbox) throws SandboxException {
        String plan = sandbox.record().machine().plan();
        if (plan == null) {
            throw new SandboxException(
                    SandboxException.WRONG_STATE,
                    ("sandbox %s was started by an older version of Belljar, so no snapshot can be taken and it cannot "
                                    + "be hibernated")
                            .formatted(sandbox.name()),
                    "Stop the sandbox and start it again.");
        }
        return plan;
    }

    private void requireQuota(Machine machine) throws BelljarException, IOException, InterruptedException {
        quotas.require(sandbox.record(), machine.saveBytes(), "hibernating");
    }

    /// The state from which a machine of this tier resumes; empty if only its disk was kept.
    ///
    /// @throws SavedStateException when it is damaged, or intact but there is no space to unpack it
    /// (`UNWRITABLE`)
    public Optional<SavedState> wake(StorageTier tier, Progress progress) throws SavedStateException {
        if (tier == StorageTier.COLD) {
            progress.at("booting from the compressed disk");
            return Optional.empty();
        }
        progress.at("resuming");
        SavedState savedState = SavedState.open(folder());
        ChecksumVerifier verifier = new ChecksumVerifier();
        if (!Files.exists(savedState.ram())) {
            progress.at("decompressing the memory");
            unpack(savedState, verifier);
        }
        verifier.check(savedState);
        return Optional.of(savedState);
    }

    private void unpack(SavedState savedState, ChecksumVerifier verifier) throws SavedStateException {
        try {
            long most = (long) savedState.facts().memory() << 20;
            reserve().require(folder(), Math.min(most, UNPACKED * Files.size(packed())), "decompressing the memory");
            PackedMemory.unpack(
                    packed(), savedState.ram(), (long) savedState.facts().memory() << 20);
            // The memory was verified before it was packed, and zstd has its own checksum.
            verifier.vouch(savedState.ram());
        } catch (IOException e) {
            boolean damaged = e instanceof StreamCorruptedException || e instanceof NoSuchFileException;
            throw new SavedStateException(
                    damaged ? SavedStateException.DAMAGED : SavedStateException.UNWRITABLE,
                    "the saved memory of sandbox %s could not be decompressed: %s"
                            .formatted(sandbox.name(), e.getMessage()),
                    damaged ? "The disk was not changed." : "Nothing was changed. Free some space and try again.",
                    e);
        }
    }

    /// Compresses the memory and keeps the uncompressed file.
    ///
    /// @throws SavedStateException when the memory is damaged
    /// @throws IOException when it cannot be written
    public void pack() throws SavedStateException, IOException {
        new ChecksumVerifier().check(SavedState.open(folder()));
        Path raw = folder().resolve("ram");
        reserve().require(folder(), SparseFile.allocated(raw), "compressing the memory");
        PackedMemory.pack(raw, packed());
    }

    /// Deletes the uncompressed memory, once the record says that it is packed.
    public void dropRaw() throws IOException {
        Files.deleteIfExists(folder().resolve("ram"));
    }

    private DiskReserve reserve() {
        return quotas.reserve();
    }

    private Path packed() {
        return folder().resolve("ram.zst");
    }

    /// Renames the memory from which a running machine was resumed, so that it is never used again; `clear`
    /// deletes it, which may take a while.
    void putAway() {
        try {
            if (Files.exists(folder())) {
                FileTrees.delete(gone());
                Files.move(folder(), gone(), StandardCopyOption.ATOMIC_MOVE);
            }
        } catch (IOException e) {
            forget();
        }
    }

    /// Deletes the renamed memory.
    void clear() {
        FileTrees.delete(gone());
    }

    private Path gone() {
        return folder().resolveSibling("frozen.gone");
    }

    /// Deletes the saved memory.
    public void forget() {
        FileTrees.delete(folder());
    }

    private Path aside() {
        return folder().resolveSibling("frozen.new");
    }

    private Path folder() {
        return sandbox.folder().resolve("disk/frozen");
    }

    private static VmException unwritable(IOException e) {
        return new VmException(
                VmException.DISK_FULL,
                "the memory could not be saved: " + e.getMessage(),
                "Free some disk space and try again.",
                e);
    }
}
