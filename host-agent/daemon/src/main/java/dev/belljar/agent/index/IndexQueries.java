package dev.belljar.agent.index;

import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import dev.belljar.contract.view.process.ProcessRow;
import dev.belljar.contract.view.process.ProcessTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The queries of the index. Each answer is consistent: its rows and its position come from one read
/// transaction.
final class IndexQueries implements AutoCloseable {
    // A guest can claim any number of running processes; nobody can look at more than this.
    private static final int MOST_LIVING = 20_000;

    private final Connection connection;

    IndexQueries(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
    }

    long applied(String sandbox) throws SQLException {
        return finished(number("SELECT seq FROM applied WHERE sandbox = ?", sandbox));
    }

    ProcessTable processes(String sandbox, int ended) throws SQLException {
        long seq = number("SELECT seq FROM applied WHERE sandbox = ?", sandbox);
        long total = number("SELECT count(*) FROM processes WHERE sandbox = ?", sandbox);
        List<ProcessRow> rows = new ArrayList<>();
        String select = "SELECT * FROM processes WHERE sandbox = ? AND ended_seq ";
        rows(select + "IS NULL ORDER BY start LIMIT ?", sandbox, MOST_LIVING, row -> rows.add(IndexRows.process(row)));
        rows(
                select + "IS NOT NULL ORDER BY ended_seq DESC LIMIT ?",
                sandbox,
                ended,
                row -> rows.add(IndexRows.process(row)));
        return finished(new ProcessTable(seq, total, rows));
    }

    FlowTable flows(String sandbox, int most) throws SQLException {
        long seq = number("SELECT seq FROM applied WHERE sandbox = ?", sandbox);
        List<FlowRow> flows = new ArrayList<>();
        rows(
                "SELECT * FROM flows WHERE sandbox = ? ORDER BY first_seq DESC LIMIT ?",
                sandbox,
                most,
                row -> flows.add(IndexRows.flow(row)));
        long[] sums = new long[4];
        rows("""
                SELECT count(*), total(up), total(down), total(verdict = 'refused') FROM flows
                WHERE sandbox = ? LIMIT ?\
                """, sandbox, 1, row -> {
            for (int i = 0; i < sums.length; i++) {
                sums[i] = row.getLong(i + 1);
            }
        });
        return finished(new FlowTable(seq, sums[0], sums[1], sums[2], sums[3], flows));
    }

    Map<String, Long> counts(String sandbox) throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        rows(
                "SELECT type, n FROM counts WHERE sandbox = ? LIMIT ?",
                sandbox,
                100,
                row -> counts.put(row.getString(1), row.getLong(2)));
        return finished(counts);
    }

    private long number(String sql, String sandbox) throws SQLException {
        long[] number = new long[1];
        rows(sql + " LIMIT ?", sandbox, 1, row -> number[0] = row.getLong(1));
        return number[0];
    }

    private void rows(String sql, String sandbox, int most, Take take) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            select.setString(1, sandbox);
            select.setInt(2, most);
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    take.row(row);
                }
            }
        }
    }

    private <T> T finished(T answer) throws SQLException {
        connection.commit();
        return answer;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }

    private interface Take {
        void row(ResultSet row) throws SQLException;
    }
}
