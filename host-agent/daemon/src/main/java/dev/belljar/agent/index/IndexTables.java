package dev.belljar.agent.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/// The index's file and tables. A file of another version is not used: the journals have everything.
final class IndexTables {
    private static final int VERSION = 5;
    private static final String[] SCHEMA = {
        "CREATE TABLE applied (sandbox TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID",
        """
        CREATE TABLE counts (sandbox TEXT, type TEXT, n INTEGER NOT NULL, PRIMARY KEY (sandbox, type)) WITHOUT ROWID\
        """,
        """
        CREATE TABLE processes (sandbox TEXT, pid INTEGER, start INTEGER, ppid INTEGER NOT NULL,
            parent_start INTEGER NOT NULL, uid INTEGER NOT NULL, comm TEXT NOT NULL, exe TEXT, argv TEXT NOT NULL,
            cwd TEXT, started INTEGER NOT NULL, ended INTEGER, ended_seq INTEGER, code INTEGER, signal INTEGER,
            PRIMARY KEY (sandbox, pid, start)) WITHOUT ROWID\
        """,
        "CREATE INDEX processes_ended ON processes (sandbox, ended_seq)",
        """
        CREATE TABLE flows (sandbox TEXT, flow INTEGER, first_seq INTEGER NOT NULL, started INTEGER NOT NULL,
            ended INTEGER, pid INTEGER, process TEXT, exe TEXT, proto TEXT NOT NULL, src TEXT NOT NULL, dst TEXT NOT NULL,
            name TEXT, up INTEGER NOT NULL, down INTEGER NOT NULL, packets INTEGER NOT NULL, verdict TEXT NOT NULL, rule TEXT,
            reason TEXT, layer TEXT, PRIMARY KEY (sandbox, flow)) WITHOUT ROWID\
        """,
        "CREATE INDEX flows_newest ON flows (sandbox, first_seq)",
        "PRAGMA user_version = " + VERSION
    };

    private IndexTables() {}

    /// Opens a connection to the file's tables, which are created if they are missing.
    ///
    /// @throws SQLException also when the file is damaged or of another version
    static Connection open(Path file) throws SQLException {
        Connection connection = connect(file);
        try {
            int version = version(connection);
            if (version == 0) {
                create(connection);
            } else if (version != VERSION) {
                throw new SQLException("%s: version %d, expected %d".formatted(file, version, VERSION));
            }
            return connection;
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
    }

    /// Opens a further connection, for reading.
    static Connection connect(Path file) throws SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 10000");
            statement.execute("PRAGMA journal_mode = WAL");
            // A power failure may lose the newest transactions, which are then applied again; it cannot damage
            // the file.
            statement.execute("PRAGMA synchronous = NORMAL");
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /// Deletes the file, and the files that SQLite keeps beside it.
    static void remove(Path file) throws IOException {
        for (String suffix : new String[] {"", "-wal", "-shm"}) {
            Files.deleteIfExists(file.resolveSibling(file.getFileName() + suffix));
        }
    }

    private static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            return row.getInt(1);
        }
    }

    private static void create(Connection connection) throws SQLException {
        connection.setAutoCommit(false);
        try (Statement statement = connection.createStatement()) {
            for (String sql : SCHEMA) {
                statement.execute(sql);
            }
            connection.commit();
        }
        connection.setAutoCommit(true);
    }
}
