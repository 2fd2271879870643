package dev.belljar.agent.snapshot;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.catalog.StoredRecord;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vm.VmException;
import dev.belljar.agent.vmstate.ChecksumVerifier;
import dev.belljar.agent.vmstate.SavedState;
import dev.belljar.agent.vmstate.SavedStateException;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.sandbox.Snapshot;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The snapshots of all sandboxes, each in its own folder, which is written under another name, flushed and
/// renamed, so that a snapshot is complete or absent.
///
/// Snapshots outlive their sandbox. The disk layer is stored among all layers, because branches share it.
public final class SnapshotStore {
    private static final Logger LOG = LoggerFactory.getLogger(SnapshotStore.class);
    private static final String ASIDE = ".new-";
    private static final String METADATA = "metadata.json";

    private final HostFolders folders;
    private final ChecksumVerifier verifier;
    private final DiskLayers layers;
    private final Map<String, Saved> all = new ConcurrentHashMap<>();

    /// A snapshot with the sandbox's record at that moment, from which a branch starts; `identity` is the
    /// machine's identity, `inspection` the stored settings of TLS inspection, if any.
    public record Saved(
            Snapshot snapshot,
            StoredRecord record,
            Map<String, String> identity,
            @Nullable String inspection) {
        /// The sandbox's record at that moment.
        public SandboxRecord sandbox() {
            return record.record();
        }
    }

    private SnapshotStore(HostFolders folders, ChecksumVerifier verifier) {
        this.folders = folders;
        this.verifier = verifier;
        this.layers = new DiskLayers(folders);
    }

    /// Opens the snapshots and deletes those that an earlier host agent had not finished.
    ///
    /// @throws SavedStateException when the folder cannot be read
    public static SnapshotStore open(HostFolders folders, ChecksumVerifier verifier) throws SavedStateException {
        SnapshotStore snapshots = new SnapshotStore(folders, verifier);
        Path root = snapshots.root();
        try {
            Files.createDirectories(root);
            try (Stream<Path> found = Files.list(root)) {
                found.forEach(snapshots::take);
            }
        } catch (IOException e) {
            throw unwritable(root, e);
        }
        return snapshots;
    }

    private void take(Path folder) {
        String name = String.valueOf(folder.getFileName());
        if (name.startsWith(ASIDE)) {
            FileTrees.delete(folder);
            return;
        }
        try {
            all.put(name, ContractJson.read(Files.readString(folder.resolve(METADATA)), Saved.class));
        } catch (IOException | JsonFault e) {
            LOG.error("snapshot {} cannot be read; it is not listed and not deleted", name, e);
        }
    }

    /// The disk layers of snapshots and all other disks.
    public DiskLayers layers() {
        return layers;
    }

    /// All snapshots, the oldest first.
    public List<Snapshot> list() {
        return all.values().stream()
                .map(Saved::snapshot)
                .sorted(Comparator.comparingLong(Snapshot::created))
                .toList();
    }

    /// True if there is a snapshot with this id, readable or not.
    public boolean has(String id) {
        return Files.exists(folder(id));
    }

    /// Finds a snapshot.
    ///
    /// @throws SnapshotException when there is none with this id
    public Saved find(String id) throws SnapshotException {
        Saved saved = all.get(id);
        if (saved == null) {
            throw SnapshotException.notFound(id);
        }
        return saved;
    }

    /// The identity of the snapshot's machine; empty if the snapshot is gone.
    public Map<String, String> identity(String id) {
        Saved saved = all.get(id);
        return saved == null ? Map.of() : saved.identity();
    }

    /// The verified saved state of the snapshot's machine.
    ///
    /// @throws SnapshotException when there is none with this id
    /// @throws SavedStateException when it is damaged
    public SavedState savedState(String id) throws SnapshotException, SavedStateException {
        find(id);
        SavedState savedState = SavedState.open(folder(id));
        verifier.check(savedState);
        return savedState;
    }

    /// The sandbox that is saved, its plan, and other data of this moment.
    public record Subject(
            SandboxRecord record,
            String plan,
            Map<String, String> identity,
            @Nullable String inspection) {}

    /// Takes a snapshot of a running machine, which then continues. The size and the pause in `planned` are
    /// filled in.
    ///
    /// @throws VmException when QEMU cannot
    /// @throws SavedStateException when it cannot be written; no part of it remains
    public Snapshot save(Machine machine, Subject subject, Snapshot planned)
            throws VmException, SavedStateException, InterruptedException {
        Path aside = root().resolve(ASIDE + planned.id());
        boolean whole = false;
        try (DiskLayers.Hold _ = layers.hold()) {
            Files.createDirectories(aside);
            SavedState savedState = machine.freeze(
                            subject.plan(), aside, folders.layers().resolve(planned.id() + ".qcow2"))
                    .withDisk();
            Snapshot snapshot = planned.saved(savedState.facts().pauseMillis(), savedState.size());
            Saved saved =
                    new Saved(snapshot, StoredRecord.of(subject.record()), subject.identity(), subject.inspection());
            DurableFile.write(aside.resolve(METADATA), ContractJson.pretty(saved) + "\n");
            Files.move(aside, folder(planned.id()), StandardCopyOption.ATOMIC_MOVE);
            flushRoot();
            all.put(planned.id(), saved);
            whole = true;
            return snapshot;
        } catch (IOException e) {
            throw unwritable(aside, e);
        } finally {
            if (!whole) {
                FileTrees.delete(aside);
            }
        }
    }

    /// Replaces the description of a snapshot by this one.
    ///
    /// @throws SnapshotException when there is none with this id
    /// @throws SavedStateException when it cannot be written; it is unchanged then
    public synchronized void describe(Snapshot changed) throws SnapshotException, SavedStateException {
        Saved old = find(changed.id());
        Saved next = new Saved(changed, old.record(), old.identity(), old.inspection());
        try {
            DurableFile.write(folder(changed.id()).resolve(METADATA), ContractJson.pretty(next) + "\n");
        } catch (IOException e) {
            throw unwritable(folder(changed.id()), e);
        }
        all.put(changed.id(), next);
    }

    /// Deletes a snapshot if it is still an automatic one, and returns whether it was deleted.
    ///
    /// @throws SavedStateException when it cannot be deleted
    public synchronized boolean deleteAutomatic(String id) throws SnapshotException, SavedStateException {
        Saved saved = all.get(id);
        if (saved == null || saved.snapshot().automatic() == null) {
            return false;
        }
        delete(id);
        return true;
    }

    /// Deletes a snapshot. Its layer stays as long as another disk lies on it.
    ///
    /// @throws SnapshotException when there is none with this id
    public synchronized void delete(String id) throws SnapshotException, SavedStateException {
        find(id);
        Path aside = root().resolve(ASIDE + id);
        try {
            // The folder is renamed first, so that the next host agent can finish an interrupted deletion.
            Files.move(folder(id), aside, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw unwritable(folder(id), e);
        }
        all.remove(id);
        FileTrees.delete(aside);
    }

    private Path root() {
        return folders.data().resolve("snapshots");
    }

    private Path folder(String id) {
        return root().resolve(id);
    }

    private void flushRoot() throws IOException {
        try (FileChannel channel = FileChannel.open(root(), StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static SavedStateException unwritable(Path where, IOException e) {
        return new SavedStateException(
                SavedStateException.UNWRITABLE,
                where + ": " + e.getMessage(),
                "Check the free space and the owner of that folder.",
                e);
    }
}
