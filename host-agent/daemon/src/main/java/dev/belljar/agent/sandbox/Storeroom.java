package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.SparseFile;
import dev.belljar.contract.problem.BelljarException;
import dev.belljar.contract.sandbox.Sandbox;
import dev.belljar.contract.sandbox.SandboxState;
import dev.belljar.contract.sandbox.Tier;
import dev.belljar.contract.view.Collected;
import dev.belljar.contract.view.Freed;
import dev.belljar.contract.view.TrashItem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What the fleet keeps of machines that are not used.
final class Storeroom implements Keeping {
    private static final Logger LOG = LoggerFactory.getLogger(Storeroom.class);

    private final Fleet fleet;
    private final Rooms rooms;
    private final Upkeep upkeep;
    private final Trash trash;

    Storeroom(Fleet fleet, Rooms rooms, Upkeep upkeep) {
        this.fleet = fleet;
        this.rooms = rooms;
        this.upkeep = upkeep;
        this.trash = new Trash(rooms.folders());
    }

    @Override
    public Sandbox pack(String sandbox, Tier tier) throws BelljarException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<TrashItem> trash() {
        return trash.items().stream().map(this::shown).toList();
    }

    @Override
    public Sandbox restore(String item) throws BelljarException, InterruptedException {
        Trash.Item found = find(item);
        if (!restorable(found)) {
            throw unrestorable(found);
        }
        return fleet.admit(taken -> {
            SandboxRecord back = revived(found, Names.free(found.name(), taken));
            try {
                trash.giveBack(found, back);
            } catch (IOException e) {
                throw unwritable(found, e);
            }
            return back;
        });
    }

    @Override
    public void discard(String item) throws BelljarException {
        delete(find(item));
    }

    @Override
    public Collected empty(boolean unsaved) throws BelljarException {
        List<Freed> freed = new ArrayList<>();
        for (Trash.Item item : trash.items()) {
            if (unsaved || item.note().saved()) {
                freed.add(delete(item));
            }
        }
        return collected(false, freed, null);
    }

    @Override
    public Collected collect(boolean dryRun) throws BelljarException, InterruptedException {
        throw new UnsupportedOperationException();
    }

    private Freed delete(Trash.Item item) throws SandboxException {
        Freed freed = new Freed("trash", item.name(), size(item.folder()));
        try {
            trash.delete(item);
        } catch (IOException e) {
            throw unwritable(item, e);
        }
        return freed;
    }

    private Trash.Item find(String idOrName) throws SandboxException {
        return trash.find(idOrName)
                .orElseThrow(() -> new SandboxException(
                        SandboxException.NOT_IN_TRASH,
                        "nothing in the trash is called \"" + idOrName + "\"",
                        "`belljar trash list` shows what is there."));
    }

    /// As it was, but standing still, and with nothing said about processes and faults of former days.
    private static SandboxRecord revived(Trash.Item item, String name) {
        SandboxRecord was = item.record();
        boolean begun = was.delivered() || Files.exists(item.disk());
        return was.withName(name)
                .withoutProcess()
                .withState(begun ? SandboxState.STOPPED : SandboxState.CREATED, System.currentTimeMillis(), null);
    }

    /// A sandbox that has its project needs its disk, or the snapshot it was to begin from.
    private boolean restorable(Trash.Item item) {
        String origin = item.record().origin();
        return Files.exists(item.disk())
                || !item.record().delivered()
                || (origin != null
                        && rooms.snapshots().list().stream()
                                .anyMatch(snapshot -> snapshot.id().equals(origin)));
    }

    private SandboxException unrestorable(Trash.Item item) {
        String ref = item.note().salvage();
        String repository = rooms.workspace()
                .repository(Path.of(item.record().spec().project()))
                .toString();
        return new SandboxException(
                SandboxException.ONLY_WORK,
                "sandbox %s cannot be brought back: its disk is gone, only its %s left"
                        .formatted(item.name(), ref == null ? "journal is" : "work is, at " + ref),
                ref == null
                        ? "There was no work beyond what the project had."
                        : "`git fetch %s %s:belljar/%s` in the project puts that work on a branch."
                                .formatted(repository, ref, item.name()));
    }

    private TrashItem shown(Trash.Item item) {
        boolean whole = restorable(item);
        Trash.Note note = item.note();
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

    private @Nullable Long until(Trash.Note note) {
        Duration kept = upkeep.trash();
        return kept.isZero() || !note.saved() ? null : note.since() + kept.toMillis();
    }

    private static String detail(Trash.Item item, boolean whole) {
        Tier tier = item.record().tier();
        String left = !whole ? "its disk is gone" : tier == Tier.HOT || tier == Tier.WARM ? "disk and memory" : "disk";
        String work = item.note().saved() ? "" : "; its newest work could not be read and is only here";
        return left + work;
    }

    static Collected collected(boolean dryRun, List<Freed> freed, @Nullable String kept) {
        return new Collected(
                dryRun, freed, freed.stream().mapToLong(Freed::bytes).sum(), kept);
    }

    /// What the files of a folder take up, holes not counted.
    private static long size(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(Storeroom::extent)
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

    private static SandboxException unwritable(Trash.Item item, IOException e) {
        return new SandboxException(
                SandboxException.UNMOVED,
                "%s in the trash could not be moved: %s".formatted(item.name(), e.getMessage()),
                "It is where it was. Check the free space and the owner of the data folder.");
    }
}
