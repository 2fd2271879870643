package dev.belljar.agent.autosnapshot;

import dev.belljar.agent.branch.SnapshotService;
import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.agent.sandbox.SandboxRegistry;
import dev.belljar.agent.sandbox.SandboxRuntime;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.vm.Machine;
import dev.belljar.agent.vmstate.Qcow2Format;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Snapshot;
import dev.belljar.contract.sandbox.SnapshotReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The limits of automatic snapshots: when none may be taken, and which are deleted.
///
/// Each snapshot begins another layer of the disk, into which the guest can write every block once more, and
/// which stays when the snapshot is deleted. So one is taken only while the sandbox could rewrite its whole
/// disk afterwards without reaching a limit: automatic snapshots alone never make a machine pause.
final class SnapshotLimits {
    /// QEMU opens all layers of a disk, and a read may search all of them.
    static final int MOST_LAYERS = 64;

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotLimits.class);

    private final SandboxRegistry registry;
    private final SnapshotService snapshots;
    private final QuotaService quotas;
    private final HostFolders folders;
    private final InstantSource clock;

    SnapshotLimits(
            SandboxRegistry registry,
            SnapshotService snapshots,
            QuotaService quotas,
            HostFolders folders,
            InstantSource clock) {
        this.registry = registry;
        this.snapshots = snapshots;
        this.quotas = quotas;
        this.folders = folders;
        this.clock = clock;
    }

    /// True if the machine runs, and is not being ended, saved or copied.
    boolean free(SandboxRuntime sandbox) throws BelljarException {
        return sandbox.state() == SandboxState.RUNNING
                && sandbox.machine().isPresent()
                && !sandbox.ends()
                && sandbox.observation().pauseReason() == null
                && !snapshots.busy(sandbox.id())
                && !beingCopied(sandbox);
    }

    private boolean beingCopied(SandboxRuntime sandbox) throws BelljarException {
        Set<String> own =
                snapshots.snapshots(sandbox.id()).stream().map(Snapshot::id).collect(Collectors.toSet());
        return registry.all().stream()
                .filter(other -> other.state() == SandboxState.STARTING)
                .anyMatch(other -> own.contains(other.record().origin()));
    }

    /// True if an automatic snapshot of the sandbox was taken in the last `minutes`, perhaps by an earlier host
    /// agent. For an approval, only those before approvals count.
    boolean recent(SandboxRuntime sandbox, SnapshotReason reason, int minutes) throws BelljarException {
        long now = clock.millis();
        return snapshots.snapshots(sandbox.id()).stream()
                .filter(snapshot -> snapshot.automatic() != null
                        && (reason != SnapshotReason.APPROVAL || snapshot.automatic() == SnapshotReason.APPROVAL))
                .map(Snapshot::created)
                .anyMatch(created -> created <= now && now - created < TimeUnit.MINUTES.toMillis(minutes));
    }

    /// Why there is no room for another snapshot, if there is none.
    Optional<String> refusal(SandboxRuntime sandbox) throws BelljarException, InterruptedException {
        SandboxRecord record = sandbox.record();
        Machine machine = sandbox.machine().orElseThrow(sandbox::notRunning);
        try {
            long memory = machine.saveBytes();
            long disk = (long) record.spec().limits().diskMiB() << 20;
            if (quotas.room(record) < memory + disk) {
                return Optional.of("the sandbox's disk quota has too little space left for a snapshot");
            }
            // Most of the disk may never have been written.
            if (quotas.reserve().room(folders.data())
                    < memory + quotas.watched(record).disk()) {
                return Optional.of("this computer's disk has too little free space for a snapshot");
            }
            if (layers(sandbox.folder().resolve("disk/disk.qcow2")) > MOST_LAYERS) {
                return Optional.of(
                        ("the sandbox's disk already has more than %d layers; each snapshot adds one, which stays"
                                        + " when the snapshot is deleted")
                                .formatted(MOST_LAYERS));
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("the disk space that a snapshot needs cannot be determined: " + e.getMessage());
        }
    }

    private static int layers(Path disk) throws IOException {
        int count = 0;
        Optional<Path> layer = Optional.of(disk);
        while (layer.isPresent() && Files.exists(layer.get()) && count <= MOST_LAYERS) {
            count++;
            layer = Files.size(layer.get()) == 0 ? Optional.empty() : Qcow2Format.backing(layer.get());
        }
        return count;
    }

    /// The newest snapshot of a sandbox, of any kind.
    Optional<Snapshot> newest(SandboxRuntime sandbox) throws BelljarException {
        return snapshots.snapshots(sandbox.id()).stream().reduce((_, newer) -> newer);
    }

    /// Deletes the oldest automatic snapshots of a sandbox beyond this number, but not the newest one from
    /// before an approval, which a guest could otherwise have replaced by others. Those from which a sandbox
    /// was started do not count: somebody uses them.
    void prune(SandboxRuntime sandbox, int keep) throws BelljarException {
        List<Snapshot> own = deletable(snapshots.snapshots(sandbox.id()));
        Optional<Snapshot> approval = own.stream()
                .filter(snapshot -> snapshot.automatic() == SnapshotReason.APPROVAL)
                .reduce((_, newer) -> newer);
        List<Snapshot> old = own.stream()
                .filter(snapshot -> !approval.equals(Optional.of(snapshot)))
                .limit(Math.max(0, own.size() - keep))
                .toList();
        for (Snapshot each : old) {
            snapshots.deleteAutomatic(each);
        }
    }

    /// Deletes the automatic snapshots of sandboxes that were deleted for good.
    void sweep() throws BelljarException {
        for (Snapshot old : deletable(snapshots.snapshots(null))) {
            if (!Files.exists(folders.sandbox(old.sandbox()))
                    && !Files.exists(folders.data().resolve("trash").resolve(old.sandbox()))) {
                LOG.info("deleting automatic snapshot {}: its sandbox was deleted", old.id());
                snapshots.deleteAutomatic(old);
            }
        }
    }

    private List<Snapshot> deletable(List<Snapshot> all) {
        Set<String> origins = registry.all().stream()
                .map(sandbox -> String.valueOf(sandbox.record().origin()))
                .collect(Collectors.toSet());
        return all.stream()
                .filter(snapshot -> snapshot.automatic() != null && !origins.contains(snapshot.id()))
                .toList();
    }
}
