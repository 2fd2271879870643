package dev.belljar.app.live;

import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.Flow;
import dev.belljar.contract.view.FlowTable;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// Makes a picture of the network from the agent's table.
final class FlowFold {
    private static final int BUCKETS = 240;

    private FlowFold() {}

    static FlowPicture picture(FlowTable table) {
        return new FlowPicture(
                table.flows(), table.total(), table.up(), table.down(), table.refused(), buckets(table.flows()));
    }

    /// Bytes over time, in at most a few hundred stretches of at least a second.
    private static List<FlowPicture.Bytes> buckets(List<Flow> flows) {
        if (flows.isEmpty()) {
            return List.of();
        }
        long first = flows.stream().mapToLong(Flow::started).min().orElse(0);
        long last = flows.stream().mapToLong(Flow::started).max().orElse(0);
        long width = Math.max(1_000, (last - first) / BUCKETS + 1);
        TreeMap<Long, long[]> sums = new TreeMap<>();
        for (Flow flow : flows) {
            long[] sum = sums.computeIfAbsent((flow.started() - first) / width, k -> new long[3]);
            sum[0] += flow.up();
            sum[1] += flow.down();
            sum[2] += flow.verdict() == Verdict.REFUSED ? 1 : 0;
        }
        List<FlowPicture.Bytes> buckets = new ArrayList<>();
        sums.forEach((at, sum) -> buckets.add(new FlowPicture.Bytes(first + at * width, sum[0], sum[1], sum[2])));
        return buckets;
    }
}
