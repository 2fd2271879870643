package dev.belljar.agent.lifecycle;

import dev.belljar.agent.catalog.SandboxRecord;
import dev.belljar.agent.catalog.StoredRecord;
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

/// The folders of destroyed sandboxes, unchanged: record, journal, disk and saved memory.
///
/// A folder is moved by one rename, so that a sandbox is either in the trash or among the others even if the
/// host agent is killed. A folder to be deleted is renamed first, and an interrupted deletion is finished when
/// the trash is opened again.
public final class TrashFolder {
    private static final Logger LOG = LoggerFactory.getLogger(TrashFolder.class);
    private static final String GONE = ".gone-";
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");

    private final HostFolders folders;

    public TrashFolder(HostFolders folders) {
        this.folders = folders;
    }

    /// The note stored with a destroyed sandbox: the time, the ref that holds its work, and whether deleting its
    /// disk loses no work.
    public record Note(long since, @Nullable String salvage, boolean saved) {}

    /// One destroyed sandbox.
    public record Item(Path folder, SandboxRecord record, Note note) {
        public String id() {
            return record.id();
        }

        public String name() {
            return record.spec().name();
        }

        /// The disk of the sandbox's machine.
        public Path disk() {
            return folder.resolve("disk/disk.qcow2");
        }
    }

    /// Finishes the deletions that an earlier host agent began.
    void open() {
        for (Path folder : list()) {
            if (name(folder).startsWith(GONE)) {
                FileTrees.delete(folder);
            } else {
                // The sockets are deleted last.
                FileTrees.delete(folders.runtime().resolve(name(folder)));
                tidy(folder);
            }
        }
    }

    private static void tidy(Path folder) {
        try {
            DurableFile.sweep(folder);
        } catch (IOException e) {
            LOG.warn("{}: leftover files were not deleted: {}", folder, e.toString());
        }
    }

    /// Writes the note beside a sandbox before it is moved to the trash.
    ///
    /// @throws IOException when it cannot be written
    void announce(String id, Note note) throws IOException {
        Path folder = folders.sandbox(id);
        Files.createDirectories(folder);
        DurableFile.write(folder.resolve("trash.json"), ContractJson.pretty(note) + "\n");
    }

    /// Moves a sandbox's folder to the trash and returns its path there. Files that are useless without the
    /// process are deleted.
    ///
    /// @throws IOException when it cannot be moved; it is unchanged then
    synchronized Path take(String id) throws IOException {
        Path from = folders.sandbox(id);
        Path to = folder(id);
        Files.createDirectories(root());
        if (Files.exists(from)) {
            Files.deleteIfExists(from.resolve("disk/ram"));
            if (Files.exists(to)) {
                // A restored sandbox left a folder here that could not be deleted; ids are never reused.
                Files.move(to, root().resolve(GONE + id + "-" + System.nanoTime()), StandardCopyOption.ATOMIC_MOVE);
            }
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
            flush(root());
            flush(String.valueOf(from.getParent()));
        }
        return to;
    }

    /// Moves an item back to the folder of sandboxes, with this record.
    ///
    /// @throws IOException when it cannot be moved; it stays in the trash then
    public synchronized void giveBack(Item item, SandboxRecord as) throws IOException {
        Path to = folders.sandbox(item.id());
        DurableFile.write(item.folder().resolve("sandbox.json"), ContractJson.pretty(StoredRecord.of(as)) + "\n");
        Files.move(item.folder(), to, StandardCopyOption.ATOMIC_MOVE);
        flush(root());
        flush(String.valueOf(to.getParent()));
        Files.deleteIfExists(to.resolve("trash.json"));
    }

    /// Deletes an item permanently.
    ///
    /// @throws IOException when it cannot be deleted
    public synchronized void delete(Item item) throws IOException {
        Path gone = root().resolve(GONE + item.id());
        FileTrees.delete(gone);
        Files.move(item.folder(), gone, StandardCopyOption.ATOMIC_MOVE);
        FileTrees.delete(gone);
    }

    /// Deletes the files of an item's machine and keeps the rest; only for items whose work is saved.
    public synchronized void trim(Item item) {
        FileTrees.delete(item.folder().resolve("disk"));
    }

    /// All items that can be read, the newest first.
    public List<Item> items() {
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
    public Optional<Item> find(String idOrName) {
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
            Optional<SandboxRecord> record = StoredRecord.read(Files.readString(folder.resolve("sandbox.json")))
                    .filter(read -> folder.endsWith(read.id()));
            if (record.isEmpty()) {
                LOG.error("{}: does not contain this sandbox's record; it is not listed and not deleted", folder);
                return Optional.empty();
            }
            return Optional.of(new Item(folder, record.get(), note(folder, record.get())));
        } catch (IOException | JsonFault e) {
            LOG.error("{}: cannot be read; it is not listed and not deleted: {}", folder, e.getMessage());
            return Optional.empty();
        }
    }

    // Without a note the item's work counts as not saved, so that it is never deleted automatically.
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
