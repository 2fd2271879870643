package dev.belljar.app.sandbox;

import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.reduce.FlowReducer;
import dev.belljar.contract.view.network.FlowRow;
import dev.belljar.contract.view.network.FlowTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Keeps the newest flows of a machine, and the totals over all, up to date from a table of flows and the events after
/// it; not safe for several threads.
final class FlowViewReducer {
    private static final int BUCKETS = 240;

    private final int most;
    /// The oldest first.
    private final LinkedHashMap<Long, FlowRow> rows = new LinkedHashMap<>();
    private long total;
    private long up;
    private long down;
    private long refused;
    private long seq;
    private boolean outdated = true;

    /// Keeps at most this many flows.
    FlowViewReducer(int most) {
        this.most = most;
    }

    /// Returns the state that a table describes.
    static FlowState state(FlowTable table) {
        FlowViewReducer reducer = new FlowViewReducer(table.flows().size());
        reducer.merge(table);
        return reducer.state();
    }

    /// The number of the last event that is included.
    long seq() {
        return seq;
    }

    /// True if a new table is needed: there was none yet, or an older flow changed whose figures are not kept.
    boolean outdated() {
        return outdated;
    }

    /// Requires a new table, because events were lost.
    void lose() {
        outdated = true;
    }

    /// Replaces everything with a table, unless the table is older than the events.
    void merge(FlowTable table) {
        if (table.seq() < seq) {
            return;
        }
        outdated = false;
        seq = table.seq();
        total = table.total();
        up = table.up();
        down = table.down();
        refused = table.refused();
        rows.clear();
        table.flows().reversed().forEach(row -> rows.put(row.flow(), row));
    }

    /// Applies an event, unless the table includes it. `process` is the name of the process with the event's pid.
    void apply(NetEvent event, @Nullable String process) {
        if (event.seq() <= seq && event.seq() > 0) {
            return;
        }
        seq = Math.max(seq, event.seq());
        FlowRow known = rows.get(event.flow());
        boolean opens = event.op() == NetOp.OPEN || event.op() == NetOp.DNS;
        if (known == null && !opens && rows.size() < total) {
            outdated = true;
            return;
        }
        FlowRow row = FlowReducer.next(known, process, event);
        total += known == null ? 1 : 0;
        up += row.up() - (known == null ? 0 : known.up());
        down += row.down() - (known == null ? 0 : known.down());
        refused += refused(row) - (known == null ? 0 : refused(known));
        rows.put(row.flow(), row);
        if (rows.size() > most) {
            rows.pollFirstEntry();
        }
    }

    /// Closes all flows, because the machine ended.
    void machineEnded(long number, long ts) {
        if (number > seq) {
            seq = number;
            rows.replaceAll((_, row) -> FlowReducer.machineEnded(row, ts));
        }
    }

    FlowState state() {
        List<FlowRow> flows = List.copyOf(rows.sequencedValues().reversed());
        return new FlowState(flows, total, up, down, refused, buckets(flows));
    }

    private static int refused(FlowRow row) {
        return row.verdict() == Verdict.REFUSED ? 1 : 0;
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
