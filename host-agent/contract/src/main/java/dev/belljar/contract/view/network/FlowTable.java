package dev.belljar.contract.view.network;

import java.util.List;

/// The flows of a machine at journal position `seq`, newest first, with totals over all of them, or over those that
/// began until
/// the time that was asked for.
public record FlowTable(long seq, long total, long up, long down, long refused, List<FlowRow> flows) {
    public FlowTable {
        flows = List.copyOf(flows);
    }
}
