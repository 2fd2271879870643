package dev.belljar.agent.catalog;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.view.host.DamagedSandbox;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The catalog's SQLite table: each record as JSON, with the columns it is looked up by. The row of a sandbox whose
/// record's file cannot be read has an empty record. Guarded by the catalog's lock.
final class CatalogTable implements AutoCloseable {
    private final Connection connection;

    private CatalogTable(Connection connection) {
        this.connection = connection;
    }

    /// Opens the table. A file that is not such a table is deleted: the records are in their own files too.
    static CatalogTable open(Path file) throws SQLException, IOException {
        try {
            return attempt(file);
        } catch (SQLException e) {
            return anew(file);
        }
    }

    /// Deletes the file and makes an empty table.
    static CatalogTable anew(Path file) throws SQLException, IOException {
        for (String suffix : new String[] {"", "-wal", "-shm"}) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
        }
        return attempt(file);
    }

    private static CatalogTable attempt(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA journal_mode = WAL");
            statement.execute("PRAGMA synchronous = NORMAL");
            statement.execute("""
                    CREATE TABLE IF NOT EXISTS sandboxes (id TEXT PRIMARY KEY, name TEXT NOT NULL,
                        created INTEGER NOT NULL, record TEXT NOT NULL)""");
            CatalogTable table = new CatalogTable(connection);
            table.all();
            return table;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    List<SandboxRecord> all() throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT record FROM sandboxes WHERE record <> '' ORDER BY created, id")) {
            return read(select);
        }
    }

    /// The name in the row of this sandbox, which is kept while its record's file cannot be read.
    Optional<String> name(String id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT name FROM sandboxes WHERE id = ?")) {
            select.setString(1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? Optional.of(row.getString(1)) : Optional.empty();
            }
        }
    }

    Optional<SandboxRecord> find(String idOrName) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("""
                SELECT record FROM sandboxes WHERE record <> '' AND (id = ? OR name = ?)
                ORDER BY id = ? DESC, created, id LIMIT 1""")) {
            select.setString(1, idOrName);
            select.setString(2, idOrName);
            select.setString(3, idOrName);
            return read(select).stream().findFirst();
        }
    }

    void put(SandboxRecord record) throws SQLException {
        put(record.id(), record.spec().name(), record.created(), ContractJson.line(StoredRecord.of(record)));
    }

    private void put(String id, String name, long created, String record) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT OR REPLACE INTO sandboxes (id, name, created, record) VALUES (?, ?, ?, ?)")) {
            insert.setString(1, id);
            insert.setString(2, name);
            insert.setLong(3, created);
            insert.setString(4, record);
            insert.executeUpdate();
        }
    }

    void remove(String id) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM sandboxes WHERE id = ?")) {
            delete.setString(1, id);
            delete.executeUpdate();
        }
    }

    /// Replaces all rows with these records and the names of the damaged sandboxes, or changes nothing.
    void replace(List<SandboxRecord> records, List<DamagedSandbox> damaged) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DELETE FROM sandboxes");
            for (SandboxRecord record : records) {
                put(record);
            }
            for (DamagedSandbox sandbox : damaged) {
                if (sandbox.name() != null) {
                    put(sandbox.id(), sandbox.name(), 0, "");
                }
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    private static List<SandboxRecord> read(PreparedStatement select) throws SQLException {
        List<SandboxRecord> records = new ArrayList<>();
        try (ResultSet row = select.executeQuery()) {
            while (row.next()) {
                records.add(StoredRecord.read(row.getString(1))
                        .orElseThrow(() -> new SQLException("a row is not a sandbox's record")));
            }
        } catch (JsonFault e) {
            throw new SQLException(e.getMessage(), e);
        }
        return records;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
