package dev.belljar.agent.index;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/// A query on one connection, whose values are texts and whole numbers.
record RowQuery(Connection connection) {
    interface RowReader {
        void row(ResultSet row) throws SQLException;
    }

    /// Passes each row to the reader.
    void each(String sql, RowReader reader, Object... values) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                select.setObject(i + 1, values[i]);
            }
            try (ResultSet row = select.executeQuery()) {
                while (row.next()) {
                    reader.row(row);
                }
            }
        }
    }

    /// The number in the first column of the first row, `otherwise` if there is no row or it is null.
    long number(String sql, long otherwise, Object... values) throws SQLException {
        long[] number = {otherwise};
        each(
                sql,
                row -> {
                    long value = row.getLong(1);
                    number[0] = row.wasNull() ? otherwise : value;
                },
                values);
        return number[0];
    }
}
