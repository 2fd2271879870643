package dev.belljar.agent.index;

import dev.belljar.contract.view.process.ProcessRow;
import java.sql.ResultSet;
import java.sql.SQLException;

/// A process, and whether it is a script of the host agent or was started by one. A program in the guest can pose as
/// one, so such processes come last, but are not hidden.
record IndexedProcess(ProcessRow row, boolean own) {
    static IndexedProcess of(ResultSet row) throws SQLException {
        return new IndexedProcess(IndexRows.process(row), row.getBoolean("own"));
    }
}
