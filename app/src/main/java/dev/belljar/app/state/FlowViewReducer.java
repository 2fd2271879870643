package dev.belljar.app.state;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.FlowRow;
import dev.belljar.contract.view.FlowTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Computes the network's view state from the host agent's table of flows.
final class FlowViewReducer {
    private static final int BUCKETS = 240;

    private FlowViewReducer() {}

    static FlowState state(FlowTable table) {
        return new FlowState(
                table.flows(), table.total(), table.up(), table.down(), table.refused(), buckets(table.flows()));
    }

    /// Sums bytes over time, in at most 240 intervals of at least a second.
    private static List<FlowState.TrafficBucket> buckets(List<FlowRow> flows) {
        if (flows.isEmpty()) {
            return List.of();
        }
        long first = flows.stream().mapToLong(FlowRow::started).min().orElse(0);
        long last = flows.stream().mapToLong(FlowRow::started).max().orElse(0);
        long width = Math.max(1_000, (last - first) / BUCKETS + 1);
        TreeMap<Long, long[]> sums = new TreeMap<>();
        for (FlowRow flow : flows) {
            long[] sum = sums.computeIfAbsent((flow.started() - first) / width, k -> new long[3]);
            sum[0] += flow.up();
            sum[1] += flow.down();
            sum[2] += flow.verdict() == Verdict.REFUSED ? 1 : 0;
        }
        List<FlowState.TrafficBucket> buckets = new ArrayList<>();
        sums.forEach((at, sum) -> buckets.add(new FlowState.TrafficBucket(first + at * width, sum[0], sum[1], sum[2])));
        return buckets;
    }
}
