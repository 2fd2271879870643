package dev.belljar.agent.retention;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.agent.lifecycle.SandboxCreation;
import dev.belljar.agent.lifecycle.TrashFolder;
import dev.belljar.agent.sandbox.MachinePlatform;
import dev.belljar.agent.sandbox.SandboxException;
import dev.belljar.agent.sandbox.SandboxNames;
import dev.belljar.agent.snapshot.DiskLayers;
import dev.belljar.agent.snapshot.SnapshotStore;
import dev.belljar.agent.snapshot.TemplateShape;
import dev.belljar.agent.status.SandboxViews;
import dev.belljar.agent.storage.QuotaService;
import dev.belljar.agent.sync.SyncException;
import dev.belljar.agent.sync.WorkspaceTransfer;
import dev.belljar.contract.event.HostEvent;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.StorageTier;
import dev.belljar.contract.view.storage.FreedItem;
import dev.belljar.contract.view.storage.GarbageCollected;
import dev.belljar.contract.view.storage.TrashItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Restores and deletes destroyed sandboxes, and deletes files that are no longer needed.
public final class TrashService {
    private static final Logger LOG = LoggerFactory.getLogger(TrashService.class);

    /// In bytes: with less free disk space than this, running machines are about to fail.
    private static final long LEAST_ROOM = 2L << 30;

    private final SandboxCreation creation;
    private final SandboxViews views;
    private final MachinePlatform platform;
    private final SnapshotStore snapshots;
    private final WorkspaceTransfer workspace;
    private final QuotaService quotas;
    private final RetentionSettings retentions;
    private final TrashFolder trash;
    private final AtomicBoolean untidy = new AtomicBoolean();
    private volatile Consumer<HostEvent> listener = _ -> {};

    public TrashService(
            SandboxCreation creation,
            SandboxViews views,
            MachinePlatform platform,
            SnapshotStore snapshots,
            WorkspaceTransfer workspace,
            QuotaService quotas,
            RetentionSettings retentions) {
        this.creation = creation;
        this.views = views;
        this.platform = platform;
        this.snapshots = snapshots;
        this.workspace = workspace;
        this.quotas = quotas;
        this.retentions = retentions;
        this.trash = new TrashFolder(platform.folders());
    }

    /// Passes each change of the trash from now on to the listener.
    public void tell(Consumer<HostEvent> told) {
        listener = told;
    }

    /// A sandbox was destroyed and is in the trash.
    public void added(String id) {
        trash.find(id).ifPresent(item -> changed(id, HostEvent.ChangeKind.ADDED, shown(item)));
    }

    private void changed(String id, HostEvent.ChangeKind change, @Nullable TrashItem item) {
        listener.accept(new HostEvent.TrashChanged(0, System.currentTimeMillis(), id, change, item));
    }

    /// The destroyed sandboxes in the trash, the newest first.
    public List<TrashItem> trash() {
        return trash.items().stream().map(this::shown).toList();
    }

    /// One destroyed sandbox. `item` is its id, or its name for the newest item of that name.
    public TrashItem trash(String item) throws SandboxException {
        return shown(find(item));
    }

    /// Restores a destroyed sandbox as a stopped one, under its name or the next free one. `item` is its id, or
    /// its name for the newest item of that name.
    public Sandbox restore(String item) throws BelljarException, InterruptedException {
        TrashFolder.Item found = find(item);
        if (!restorable(found)) {
            throw unrestorable(found);
        }
        Sandbox restored = views.of(creation.admit(taken -> {
            SandboxRecord back = revived(found, SandboxNames.free(found.name(), taken));
            try (DiskLayers.Hold _ = layers().hold()) {
                trash.giveBack(found, back);
            } catch (IOException e) {
                throw unwritable(found, e);
            }
            return back;
        }));
        changed(found.id(), HostEvent.ChangeKind.DELETED, null);
        return restored;
    }

    /// Deletes one destroyed sandbox permanently, even if its work is not saved.
    public void discard(String item) throws BelljarException, InterruptedException {
        delete(find(item));
    }

    /// Deletes destroyed sandboxes permanently: those whose work is saved, or with `unsaved` all.
    public GarbageCollected empty(boolean unsaved) throws BelljarException, InterruptedException {
        List<FreedItem> freed = new ArrayList<>();
        for (TrashFolder.Item item : trash.items()) {
            if (unsaved || item.note().saved()) {
                freed.add(delete(item));
            }
        }
        return collected(false, freed, null);
    }

    /// Deletes items that nothing needs, or with `dryRun` only lists them.
    public GarbageCollected collect(boolean dryRun) throws InterruptedException {
        try {
            Path templates = platform.folders().data().resolve("templates");
            Set<String> stale = TemplateShape.stale(
                    templates, platform.driver(), platform.probe().cached());
            List<FreedItem> freed = layers().sweep(stale, dryRun).stream()
                    .map(one -> new FreedItem(
                            one.template() ? "template" : "layer",
                            String.valueOf(one.path().getFileName()),
                            one.size()))
                    .toList();
            return collected(
                    dryRun,
                    Stream.concat(freed.stream(), pruned(dryRun).stream()).toList(),
                    null);
        } catch (IOException e) {
            return collected(dryRun, List.of(), "Nothing was checked: " + e.getMessage() + ".");
        }
    }

    // Deletes objects of sandboxes that were deleted while their repository was in use.
    private List<FreedItem> pruned(boolean dryRun) throws InterruptedException {
        try {
            return workspace.prune(dryRun).stream()
                    .map(one -> new FreedItem(
                            "objects", String.valueOf(one.repository().getFileName()), one.bytes()))
                    .toList();
        } catch (SyncException e) {
            LOG.warn("not pruned: {}", e.getMessage());
            return List.of();
        }
    }

    /// True once after a deletion that may have left disk layers which nothing needs.
    boolean untidy() {
        return untidy.getAndSet(false);
    }

    /// Deletes trash items that have expired and, while space is short, the disks of trash items, the oldest
    /// first; only items whose work is saved.
    void expire(SteadyClock clock) throws InterruptedException {
        Duration kept = retentions.now().trash();
        List<TrashFolder.Item> saved = trash.items().reversed().stream()
                .filter(item -> item.note().saved())
                .toList();
        for (TrashFolder.Item item : saved) {
            Duration age = clock.age(item.note().since());
            if (!kept.isZero() && age.compareTo(kept) >= 0) {
                try {
                    delete(item);
                } catch (SandboxException e) {
                    LOG.warn("{}", e.getMessage());
                }
            } else if (Files.exists(item.disk()) && scarce()) {
                LOG.warn("{}: its disk is deleted to free space; its work is saved", item.name());
                trash.trim(item);
                untidy.set(true);
                trash.find(item.id()).ifPresent(left -> changed(item.id(), HostEvent.ChangeKind.CHANGED, shown(left)));
            }
        }
    }

    private boolean scarce() {
        try {
            Path data = platform.folders().data();
            long least = Math.max(LEAST_ROOM, quotas.reserve().bytes(data));
            return Files.getFileStore(data).getUsableSpace() < least;
        } catch (IOException e) {
            return false;
        }
    }

    private DiskLayers layers() {
        return snapshots.layers();
    }

    private FreedItem delete(TrashFolder.Item item) throws SandboxException, InterruptedException {
        long bytes = size(item.folder());
        try {
            trash.delete(item);
            quotas.forget(item.id());
            untidy.set(true);
            changed(item.id(), HostEvent.ChangeKind.DELETED, null);
        } catch (IOException e) {
            throw unwritable(item, e);
        }
        return new FreedItem("trash", item.name(), bytes + forget(item));
    }

    /// Deletes the item's work in the host's own repository and returns the bytes freed; salvaged work stays.
    private long forget(TrashFolder.Item item) throws InterruptedException {
        boolean branched = snapshots.list().stream()
                .anyMatch(snapshot -> snapshot.sandbox().equals(item.id()));
        try {
            return workspace.forget(item.id(), Path.of(item.record().spec().project()), !branched);
        } catch (SyncException e) {
            LOG.warn("{}: its objects stay in the host's repository for now: {}", item.name(), e.getMessage());
            return 0;
        }
    }

    private TrashFolder.Item find(String idOrName) throws SandboxException {
        return trash.find(idOrName)
                .orElseThrow(() -> new SandboxException(
                        SandboxException.NOT_IN_TRASH,
                        "no sandbox in the trash is called \"" + idOrName + "\"",
                        "`belljar trash list` shows what is in the trash."));
    }

    /// The record of the restored sandbox: stopped, without its former processes and errors. It stays, even if it was
    /// created for one command: the user wants it back.
    private static SandboxRecord revived(TrashFolder.Item item, String name) {
        SandboxRecord was = item.record();
        boolean begun = was.delivered() || Files.exists(item.disk());
        return was.kept(name)
                .withoutProcess()
                .withState(begun ? SandboxState.STOPPED : SandboxState.CREATED, System.currentTimeMillis(), null);
    }

    /// True if the item can be restored: a sandbox that has received its project needs its disk, or the snapshot
    /// from which it was to start.
    private boolean restorable(TrashFolder.Item item) {
        String origin = item.record().origin();
        return Files.exists(item.disk())
                || !item.record().delivered()
                || (origin != null
                        && snapshots.list().stream()
                                .anyMatch(snapshot -> snapshot.id().equals(origin)));
    }

    private SandboxException unrestorable(TrashFolder.Item item) {
        String ref = item.note().salvage();
        String repository =
                workspace.repository(Path.of(item.record().spec().project())).toString();
        return new SandboxException(
                SandboxException.ONLY_WORK,
                "sandbox %s cannot be restored: its disk was deleted, and only its %s"
                        .formatted(item.name(), ref == null ? "journal is left" : "work is left (at " + ref + ")"),
                ref == null
                        ? "There was no unsynced work."
                        : "To put that work on a branch, run `git fetch %s %s:belljar/%s` in the project."
                                .formatted(repository, ref, item.name()));
    }

    private TrashItem shown(TrashFolder.Item item) {
        boolean whole = restorable(item);
        TrashFolder.Note note = item.note();
        return new TrashItem(
                item.id(),
                item.name(),
                item.record().spec().project(),
                note.since(),
                until(note),
                size(item.folder()),
                note.salvage(),
                note.saved(),
                whole,
                detail(item, whole));
    }

    private @Nullable Long until(TrashFolder.Note note) {
        Duration kept = retentions.now().trash();
        return kept.isZero() || !note.saved() ? null : note.since() + kept.toMillis();
    }

    private static String detail(TrashFolder.Item item, boolean whole) {
        StorageTier tier = item.record().tier();
        String left = !whole
                ? "its disk was deleted"
                : tier == StorageTier.HOT || tier == StorageTier.WARM ? "disk and memory" : "disk";
        String work = item.note().saved() ? "" : "; the newest work could not be fetched and is only on this disk";
        return left + work;
    }

    static GarbageCollected collected(boolean dryRun, List<FreedItem> freed, @Nullable String kept) {
        return new GarbageCollected(
                dryRun, freed, freed.stream().mapToLong(FreedItem::bytes).sum(), kept);
    }

    /// The disk space of a folder's files, without the holes of sparse files.
    private static long size(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(TrashService::extent)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            LOG.debug("{}: its size is not known: {}", folder, e.toString());
            return 0;
        }
    }

    private static long extent(Path file) {
        try {
            return SparseFile.extents(file).stream()
                    .mapToLong(SparseFile.Extent::length)
                    .sum();
        } catch (IOException e) {
            return 0;
        }
    }

    private static SandboxException unwritable(TrashFolder.Item item, IOException e) {
        return new SandboxException(
                SandboxException.UNMOVED,
                "sandbox %s in the trash could not be restored or deleted: %s".formatted(item.name(), e.getMessage()),
                "Check the free space and the owner of the data folder.");
    }
}
