package dev.belljar.agent.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/// The index's file and tables. A file of another version is not used: the journals have everything.
final class IndexTables {
    private static final int VERSION = 7;
    private static final String[] SCHEMA = {
        "CREATE TABLE applied (sandbox TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID",
        """
        CREATE TABLE counts (sandbox TEXT, type TEXT, n INTEGER NOT NULL, PRIMARY KEY (sandbox, type)) WITHOUT ROWID\
        """,
        """
        CREATE TABLE processes (sandbox TEXT, pid INTEGER, start INTEGER, ppid INTEGER NOT NULL,
            parent_start INTEGER NOT NULL, uid INTEGER NOT NULL, comm TEXT NOT NULL, exe TEXT, argv TEXT NOT NULL,
            cwd TEXT, started INTEGER NOT NULL, ended INTEGER, ended_seq INTEGER, code INTEGER, signal INTEGER, span INTEGER,
            own INTEGER NOT NULL, PRIMARY KEY (sandbox, pid, start)) WITHOUT ROWID\
        """,
        "CREATE INDEX processes_ended ON processes (sandbox, ended_seq, started)",
        "CREATE INDEX processes_span ON processes (sandbox, span, started, ended, own) WHERE span IS NOT NULL",
        """
        CREATE TABLE flows (sandbox TEXT, flow INTEGER, first_seq INTEGER NOT NULL, started INTEGER NOT NULL,
            ended INTEGER, pid INTEGER, process TEXT, exe TEXT, proto TEXT NOT NULL, src TEXT NOT NULL, dst TEXT NOT NULL,
            name TEXT, up INTEGER NOT NULL, down INTEGER NOT NULL, packets INTEGER NOT NULL, verdict TEXT NOT NULL, rule TEXT,
            reason TEXT, layer TEXT, span INTEGER, PRIMARY KEY (sandbox, flow)) WITHOUT ROWID\
        """,
        "CREATE INDEX flows_newest ON flows (sandbox, first_seq)",
        "CREATE INDEX flows_span ON flows (sandbox, span, started, ended) WHERE span IS NOT NULL",
        "CREATE INDEX flows_open ON flows (sandbox, started) WHERE ended IS NULL",
        """
        CREATE TABLE lives (sandbox TEXT PRIMARY KEY, began INTEGER NOT NULL, newest INTEGER NOT NULL,
            last INTEGER NOT NULL) WITHOUT ROWID\
        """,
        """
        CREATE TABLE intervals (sandbox TEXT, width INTEGER, at INTEGER, events INTEGER NOT NULL,
            added INTEGER NOT NULL, changed INTEGER NOT NULL, deleted INTEGER NOT NULL, up INTEGER NOT NULL,
            down INTEGER NOT NULL, first_seq INTEGER NOT NULL, last_seq INTEGER NOT NULL,
            PRIMARY KEY (sandbox, width, at)) WITHOUT ROWID\
        """,
        """
        CREATE TABLE marks (sandbox TEXT, kind TEXT, seq INTEGER, at INTEGER NOT NULL, subject TEXT,
            label TEXT NOT NULL, detail TEXT, failed INTEGER NOT NULL, until INTEGER, times INTEGER NOT NULL,
            PRIMARY KEY (sandbox, kind, seq)) WITHOUT ROWID\
        """,
        "CREATE INDEX marks_at ON marks (sandbox, at, kind)",
        "CREATE INDEX marks_kind ON marks (sandbox, kind, at)",
        "CREATE INDEX marks_subject ON marks (sandbox, kind, subject, seq)",
        """
        CREATE TABLE unobserved (sandbox TEXT, seq INTEGER, began INTEGER NOT NULL, ended INTEGER,
            PRIMARY KEY (sandbox, seq)) WITHOUT ROWID\
        """,
        """
        CREATE TABLE writes (sandbox TEXT, seq INTEGER, part INTEGER, path TEXT NOT NULL, path_hash INTEGER NOT NULL,
            pid INTEGER NOT NULL, start INTEGER NOT NULL, at INTEGER NOT NULL, comm TEXT NOT NULL,
            ops INTEGER NOT NULL, origin TEXT, target TEXT, bytes INTEGER NOT NULL,
            PRIMARY KEY (sandbox, seq, part)) WITHOUT ROWID\
        """,
        "CREATE INDEX writes_path ON writes (sandbox, path_hash)",
        "PRAGMA user_version = " + VERSION
    };

    /// The tables, which all have a column `sandbox`.
    static final List<String> ALL =
            List.of("applied", "counts", "processes", "flows", "lives", "intervals", "marks", "unobserved", "writes");

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
            // The default is too small for the rows that one batch changes.
            statement.execute("PRAGMA cache_size = -16000");
            statement.execute("PRAGMA wal_autocheckpoint = 4000");
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
