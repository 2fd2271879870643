package dev.belljar.agent.sandbox;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The folders of destroyed sandboxes, each as it was: record, journal, disk and saved memory.
///
/// A folder comes and goes by one rename, so whatever ends the host agent, a sandbox is either here or among the
/// others. What is to be deleted is renamed first, and a deletion that was interrupted is finished when the trash
/// is opened again.
final class TrashFolder {
    private static final Logger LOG = LoggerFactory.getLogger(TrashFolder.class);
    private static final String GONE = ".gone-";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    private final HostFolders folders;

    TrashFolder(HostFolders folders) {
        this.folders = folders;
    }

    /// What is written beside a sandbox when it is destroyed: when that was, the ref that has its work, and whether
    /// nothing that is only on its disk can be lost with it.
    record Note(long since, @Nullable String salvage, boolean saved) {}

    /// One destroyed sandbox.
    record Item(Path folder, SandboxRecord record, Note note) {
        String id() {
            return record.id();
        }

        String name() {
            return record.spec().name();
        }

        /// Its machine's own disk.
        Path disk() {
            return folder.resolve("disk/disk.qcow2");
        }
    }

    /// Finishes the deletions an earlier host agent had begun.
    void open() {
        for (Path folder : list()) {
            if (name(folder).startsWith(GONE)) {
                FileTrees.delete(folder);
            } else {
                // Its sockets are the last to go.
                FileTrees.delete(folders.runtime().resolve(name(folder)));
                tidy(folder);
            }
        }
    }

    private static void tidy(Path folder) {
        try {
            DurableFile.sweep(folder);
        } catch (IOException e) {
            LOG.warn("{}: not tidied: {}", folder, e.toString());
        }
    }

    /// Writes beside a sandbox what will be known of it in the trash; it is not there yet.
    ///
    /// @throws IOException when it cannot be written
    void announce(String id, Note note) throws IOException {
        Path folder = folders.sandbox(id);
        Files.createDirectories(folder);
        DurableFile.write(folder.resolve("trash.json"), ContractJson.pretty(note) + "\n");
    }

    /// Moves a sandbox's folder here; where it is now. What is worth nothing without its process is deleted.
    ///
    /// @throws IOException when it cannot be moved; it is where it was then
    synchronized Path take(String id) throws IOException {
        Path from = folders.sandbox(id);
        Path to = folder(id);
        Files.createDirectories(root());
        if (Files.exists(from)) {
            Files.deleteIfExists(from.resolve("disk/ram"));
            if (Files.exists(to)) {
                // A sandbox that came back left a folder that could not be deleted; ids are never used twice.
                Files.move(to, root().resolve(GONE + id + "-" + System.nanoTime()), StandardCopyOption.ATOMIC_MOVE);
            }
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            flush(root());
            flush(String.valueOf(from.getParent()));
        }
        return to;
    }

    /// Moves an item back to where sandboxes are, with this record.
    ///
    /// @throws IOException when it cannot be moved; it stays in the trash then
    synchronized void giveBack(Item item, SandboxRecord as) throws IOException {
        Path to = folders.sandbox(item.id());
        DurableFile.write(item.folder().resolve("sandbox.json"), ContractJson.pretty(as) + "\n");
        Files.move(item.folder(), to, StandardCopyOption.ATOMIC_MOVE);
        flush(root());
        flush(String.valueOf(to.getParent()));
        Files.deleteIfExists(to.resolve("trash.json"));
    }

    /// Deletes an item for good.
    ///
    /// @throws IOException when it cannot be deleted
    synchronized void delete(Item item) throws IOException {
        Path gone = root().resolve(GONE + item.id());
        FileTrees.delete(gone);
        Files.move(item.folder(), gone, StandardCopyOption.ATOMIC_MOVE);
        FileTrees.delete(gone);
    }

    /// Deletes what an item's machine had and keeps the rest; only for one whose work is saved.
    synchronized void trim(Item item) {
        FileTrees.delete(item.folder().resolve("disk"));
    }

    /// All items that can be read, the newest first.
    List<Item> items() {
        List<Item> items = new ArrayList<>();
        for (Path folder : list()) {
            if (ID.matcher(name(folder)).matches()) {
                read(folder).ifPresent(items::add);
            }
        }
        items.sort(Comparator.comparingLong((Item item) -> item.note().since()).reversed());
        return items;
    }

    /// The item with this id, or else the newest with this name.
    Optional<Item> find(String idOrName) {
        List<Item> all = items();
        return all.stream()
                .filter(item -> item.id().equals(idOrName))
                .findFirst()
                .or(() -> all.stream()
                        .filter(item -> item.name().equals(idOrName))
                        .findFirst());
    }

    private static Optional<Item> read(Path folder) {
        try {
            SandboxRecord record =
                    ContractJson.read(Files.readString(folder.resolve("sandbox.json")), SandboxRecord.class);
            if (record.id() == null || record.spec() == null || !folder.endsWith(record.id())) {
                LOG.error("{}: expected the record of this sandbox; left alone and not listed", folder);
                return Optional.empty();
            }
            return Optional.of(new Item(folder, record, note(folder, record)));
        } catch (IOException | JsonFault e) {
            LOG.error("{}: cannot be read; left alone and not listed: {}", folder, e.getMessage());
            return Optional.empty();
        }
    }

    // Without a note nothing is known of its work: it counts as not saved, and is never deleted by itself.
    private static Note note(Path folder, SandboxRecord record) throws IOException, JsonFault {
        Path file = folder.resolve("trash.json");
        return Files.exists(file)
                ? ContractJson.read(Files.readString(file), Note.class)
                : new Note(record.since(), null, false);
    }

    private List<Path> list() {
        List<Path> found = new ArrayList<>();
        if (!Files.isDirectory(root())) {
            return found;
        }
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(root())) {
            entries.forEach(found::add);
        } catch (IOException e) {
            LOG.error("{}: cannot be read", root(), e);
        }
        return found;
    }

    private Path root() {
        return folders.data().resolve("trash");
    }

    private Path folder(String id) {
        return root().resolve(id);
    }

    private static String name(Path folder) {
        return String.valueOf(folder.getFileName());
    }

    private static void flush(String folder) throws IOException {
        flush(Path.of(folder));
    }

    private static void flush(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}
