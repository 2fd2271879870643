package dev.belljar.contract.view;

import java.util.List;

/// The processes of a machine at journal position `seq`: those that live, and the newest of those that ended. `total`
/// counts all ever seen.
public record ProcessTable(long seq, long total, List<ProcessRow> rows) {
    public ProcessTable {
        rows = List.copyOf(rows);
    }
}
