package dev.belljar.agent.catalog;

import dev.belljar.agent.host.DurableFile;
import dev.belljar.agent.host.FileTrees;
import dev.belljar.agent.host.HostFolders;
import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.text.FileErrors;
import dev.belljar.contract.view.host.DamagedSandbox;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The records of all sandboxes: `sandboxes/<id>/sandbox.json` below the data folder, and `catalog.db`, which
/// answers look-ups by name.
///
/// A record's file is written before its row and deleted before it, so after a crash the files are right.
/// Opening compares both and makes the table again if they differ. A file that is missing or cannot
/// be read is left alone, and its sandbox is listed as damaged.
public final class SandboxCatalog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SandboxCatalog.class);
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,63}");
    private static final String NAME = "sandbox.json";
    // Finds the sandbox's name in a record that is not valid JSON, such as one that ends in the middle.
    private static final Pattern NAME_FIELD =
            Pattern.compile("\"spec\"\\s*:\\s*\\{\\s*\"name\"\\s*:\\s*\"([a-z0-9-]{1,40})\"");
    // The files of a new sandbox or branch that are written before its record.
    private static final Set<String> BEFORE_RECORD = Set.of("policy.toml", "inspection", "settings.json");

    private final Path folder;
    private final ReentrantLock lock = new ReentrantLock();
    private CatalogTable table;
    private List<DamagedSandbox> damaged = List.of();

    private SandboxCatalog(Path folder, CatalogTable table) {
        this.folder = folder;
        this.table = table;
    }

    /// Opens the catalog of a data folder.
    ///
    /// @throws CatalogException when the folder cannot be read or the table cannot be made
    public static SandboxCatalog open(Path data) throws CatalogException {
        Path folder = data.resolve("sandboxes");
        CatalogTable table;
        try {
            Files.createDirectories(folder);
            table = CatalogTable.open(data.resolve("catalog.db"));
        } catch (IOException | SQLException e) {
            throw unwritable(data, e);
        }
        SandboxCatalog catalog = new SandboxCatalog(folder, table);
        try {
            catalog.deleteUnfinished();
            catalog.reconcile();
        } catch (CatalogException e) {
            catalog.close();
            throw e;
        }
        return catalog;
    }

    /// Every record, oldest first.
    public List<SandboxRecord> all() throws CatalogException {
        return ask(() -> table.all());
    }

    /// The record with this id or, if there is none, with this name.
    public Optional<SandboxRecord> find(String idOrName) throws CatalogException {
        return ask(() -> table.find(idOrName));
    }

    /// The sandboxes whose records could not be read, as of the last time that all records were read.
    public List<DamagedSandbox> damaged() {
        lock.lock();
        try {
            return damaged;
        } finally {
            lock.unlock();
        }
    }

    /// Writes a new or changed record; it is on disk when this returns.
    public void keep(SandboxRecord record) throws CatalogException {
        Path file = file(record.id());
        lock.lock();
        try {
            Files.createDirectories(folder.resolve(record.id()));
            DurableFile.write(file, ContractJson.pretty(StoredRecord.of(record)) + "\n");
            table.put(record);
        } catch (IOException | SQLException e) {
            throw unwritable(file, e);
        } finally {
            lock.unlock();
        }
    }

    /// Removes a record; the caller removes the sandbox's folder.
    public void forget(String id) throws CatalogException {
        Path file = file(id);
        lock.lock();
        try {
            Files.deleteIfExists(file);
            table.remove(id);
        } catch (IOException | SQLException e) {
            throw unwritable(file, e);
        } finally {
            lock.unlock();
        }
    }

    /// Reads every `sandbox.json` again and makes the SQLite table from them.
    public void rebuild() throws CatalogException {
        lock.lock();
        try {
            List<SandboxRecord> truth = read();
            table.close();
            table = CatalogTable.anew(tableFile());
            table.replace(truth, damaged);
        } catch (IOException | SQLException e) {
            throw unwritable(folder, e);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            table.close();
        } catch (SQLException e) {
            LOG.warn("{}: {}", folder, e.getMessage());
        } finally {
            lock.unlock();
        }
    }

    private Path tableFile() {
        return folder.resolveSibling("catalog.db");
    }

    private void reconcile() throws CatalogException {
        List<SandboxRecord> truth = read();
        if (!truth.equals(all())) {
            LOG.info("{}: the catalog's table is rebuilt from {} records", folder, truth.size());
            rebuild();
        }
    }

    /// Deletes the folders that a killed host agent made for a sandbox whose first record it had not yet written.
    /// A folder that contains anything else is left alone.
    private void deleteUnfinished() throws CatalogException {
        try (DirectoryStream<Path> sandboxes = Files.newDirectoryStream(folder, Files::isDirectory)) {
            for (Path sandbox : sandboxes) {
                if (!Files.exists(sandbox.resolve(NAME), LinkOption.NOFOLLOW_LINKS)) {
                    deleteIfUnfinished(sandbox);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw unwritable(folder, e);
        }
    }

    private static void deleteIfUnfinished(Path sandbox) {
        try {
            DurableFile.sweep(sandbox);
            if (!unfinished(sandbox)) {
                return;
            }
            FileTrees.delete(sandbox);
            LOG.info("{}: deleted; the sandbox was never recorded", sandbox);
        } catch (IOException e) {
            LOG.warn("{}: has no record and could not be read: {}", sandbox, e.toString());
        }
    }

    private static boolean unfinished(Path sandbox) throws IOException {
        try (Stream<Path> left = Files.list(sandbox)) {
            return left.allMatch(file -> BEFORE_RECORD.contains(String.valueOf(file.getFileName())));
        }
    }

    /// True if a sandbox without a record has other files. A machine that was started in advance has no record yet.
    private static boolean lostRecord(Path sandbox) throws IOException {
        return !Files.exists(sandbox.resolve(HostFolders.POOL_MARK), LinkOption.NOFOLLOW_LINKS) && !unfinished(sandbox);
    }

    private List<SandboxRecord> read() throws CatalogException {
        List<SandboxRecord> records = new ArrayList<>();
        List<DamagedSandbox> unreadable = new ArrayList<>();
        try (DirectoryStream<Path> sandboxes = Files.newDirectoryStream(folder, Files::isDirectory)) {
            for (Path sandbox : sandboxes) {
                if (Files.exists(sandbox.resolve(NAME), LinkOption.NOFOLLOW_LINKS) || lostRecord(sandbox)) {
                    readOne(sandbox, unreadable).ifPresent(records::add);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            throw new CatalogException(
                    CatalogException.UNREADABLE, folder + ": could not be read: " + e.getMessage(), null, e);
        }
        records.sort(Comparator.comparingLong(SandboxRecord::created).thenComparing(SandboxRecord::id));
        damaged = List.copyOf(unreadable);
        return records;
    }

    private Optional<SandboxRecord> readOne(Path sandbox, List<DamagedSandbox> unreadable) {
        Path file = sandbox.resolve(NAME);
        String text = "";
        String reason;
        try {
            text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
            Optional<SandboxRecord> record = StoredRecord.read(text);
            if (record.filter(read -> sandbox.endsWith(read.id())).isPresent()) {
                return record;
            }
            reason = "it is not the record of this sandbox";
        } catch (JsonFault e) {
            reason = text.isBlank() ? "the file is empty" : "it is not a valid record: " + e.getMessage();
        } catch (IOException e) {
            reason = FileErrors.reason(e);
        }
        LOG.error("{}: cannot be read; not changed: {}", file, reason);
        String id = String.valueOf(sandbox.getFileName());
        unreadable.add(new DamagedSandbox(id, name(id, text), file.toString(), reason));
        return Optional.empty();
    }

    /// The name of a damaged sandbox: from its row, which is older than the damage, or else from the damaged text.
    private @Nullable String name(String id, String text) {
        try {
            Optional<String> known = table.name(id);
            if (known.isPresent()) {
                return known.get();
            }
        } catch (SQLException e) {
            LOG.warn("{}: the name of the damaged sandbox cannot be read from the table: {}", id, e.getMessage());
        }
        Matcher found = NAME_FIELD.matcher(text);
        return found.find() ? found.group(1) : null;
    }

    private Path file(String id) throws CatalogException {
        if (!ID.matcher(id).matches()) {
            throw new CatalogException(
                    CatalogException.UNREADABLE, "sandbox id \"" + id + "\": expected letters and digits", null, null);
        }
        return folder.resolve(id).resolve(NAME);
    }

    private <T> T ask(Query<T> query) throws CatalogException {
        lock.lock();
        try {
            return query.ask();
        } catch (SQLException e) {
            throw new CatalogException(
                    CatalogException.UNREADABLE,
                    folder + ": the catalog's table could not be read: " + e.getMessage(),
                    "Run `belljar index rebuild`.",
                    e);
        } finally {
            lock.unlock();
        }
    }

    private static CatalogException unwritable(Path what, Exception cause) {
        return new CatalogException(
                CatalogException.UNWRITABLE,
                what + ": could not be written: "
                        + (cause instanceof IOException e ? FileErrors.reason(e) : cause.getMessage()),
                "Free some space on the disk, and check that the file or folder belongs to you.",
                cause);
    }

    private interface Query<T> {
        T ask() throws SQLException;
    }
}
