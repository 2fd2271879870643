package dev.belljar.app.sandbox;

import dev.belljar.contract.view.network.FlowRow;
import java.util.List;

/// The flows of a machine, newest first, with totals over all of them. `buckets` are bytes per time interval.
public record FlowState(
        List<FlowRow> flows, long total, long up, long down, long refused, List<TrafficBucket> buckets) {
    /// Bytes, and the number of refused flows, in one time interval that begins at `from`, milliseconds
    /// since the epoch.
    public record TrafficBucket(long from, long up, long down, long refused) {}

    /// No flows yet.
    public static final FlowState NONE = new FlowState(List.of(), 0, 0, 0, 0, List.of());

    public FlowState {
        flows = List.copyOf(flows);
        buckets = List.copyOf(buckets);
    }
}
