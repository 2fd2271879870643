package dev.belljar.contract.view.process;

import java.util.List;

/// The processes of a machine at journal position `seq`: those that run, and the newest of those that ended.
/// `total` counts all processes ever observed.
public record ProcessTable(long seq, long total, List<ProcessRow> rows) {
    public ProcessTable {
        rows = List.copyOf(rows);
    }
}
