package dev.belljar.agent.index;

import dev.belljar.contract.codec.ContractJson;
import dev.belljar.contract.codec.JsonFault;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.process.ProcessRow;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Reads the rows of the tables.
final class IndexRows {
    private IndexRows() {}

    static ProcessRow process(ResultSet row) throws SQLException {
        return new ProcessRow(
                row.getInt("pid"),
                row.getInt("ppid"),
                row.getLong("start"),
                row.getLong("parent_start"),
                row.getInt("uid"),
                row.getString("comm"),
                row.getString("exe"),
                words(row.getString("argv")),
                row.getString("cwd"),
                row.getLong("started"),
                longer(row, "ended"),
                integer(row, "code"),
                integer(row, "signal"),
                null,
                null);
    }

    static FlowRow flow(ResultSet row) throws SQLException {
        return new FlowRow(
                row.getLong("flow"),
                row.getLong("started"),
                longer(row, "ended"),
                integer(row, "pid"),
                row.getString("process"),
                row.getString("exe"),
                row.getString("proto"),
                row.getString("src"),
                row.getString("dst"),
                row.getString("name"),
                row.getLong("up"),
                row.getLong("down"),
                row.getLong("packets"),
                Verdict.valueOf(row.getString("verdict").toUpperCase(Locale.ROOT)),
                row.getString("rule"),
                reason(row.getString("reason")),
                layer(row.getString("layer")));
    }

    static WorkspaceWrite write(ResultSet row) throws SQLException {
        return new WorkspaceWrite(
                row.getString("path"),
                row.getInt("pid"),
                row.getLong("start"),
                row.getString("comm"),
                WorkspaceWrite.ops(row.getInt("ops")),
                row.getString("origin"),
                row.getString("target"),
                row.getLong("bytes"),
                row.getLong("at"),
                row.getLong("seq"));
    }

    private static @Nullable RefusalReason reason(@Nullable String name) {
        return name == null ? null : RefusalReason.valueOf(name);
    }

    private static @Nullable RuleLayer layer(@Nullable String name) {
        return name == null ? null : RuleLayer.valueOf(name);
    }

    private static List<String> words(String argv) throws SQLException {
        try {
            return ContractJson.readList(argv, String.class);
        } catch (JsonFault e) {
            throw new SQLException(e);
        }
    }

    static @Nullable Long longer(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }

    private static @Nullable Integer integer(ResultSet row, String column) throws SQLException {
        int value = row.getInt(column);
        return row.wasNull() ? null : value;
    }
}
