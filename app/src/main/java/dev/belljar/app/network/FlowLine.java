package dev.belljar.app.network;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.view.network.FlowRow;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A line of the network table: a flow, or several of one program with equal destination and verdict.
///
/// `flows` begins with the newest; `up` and `down` are bytes of all of them, `count` their number. `held` is
/// set while an approval is pending.
record FlowLine(
        List<FlowRow> flows,
        int count,
        long up,
        long down,
        FlowGrouping grouping,
        @Nullable HeldApproval held) {
    /// The approval that a line waits for, and the time left, as `denied in 0:24`.
    record HeldApproval(Approval approval, String left) {}

    /// Whether a line stands for several flows, and whether they are listed below it.
    enum FlowGrouping {
        NONE,
        CLOSED,
        OPEN,
        /// A flow listed below an open line.
        MEMBER
    }

    /// The permanent key of a line: its oldest flow, since newer ones are added to the line.
    record LineKey(long oldest, boolean member) {}

    FlowLine {
        flows = List.copyOf(flows);
    }

    /// One flow.
    static FlowLine of(FlowRow flow) {
        return new FlowLine(List.of(flow), 1, flow.up(), flow.down(), FlowGrouping.NONE, null);
    }

    /// A flow listed below the line that stands for several.
    static FlowLine member(FlowRow flow) {
        return new FlowLine(List.of(flow), 1, flow.up(), flow.down(), FlowGrouping.MEMBER, null);
    }

    /// Several flows, the newest first.
    static FlowLine of(List<FlowRow> flows, boolean open) {
        return new FlowLine(
                flows,
                flows.size(),
                flows.stream().mapToLong(FlowRow::up).sum(),
                flows.stream().mapToLong(FlowRow::down).sum(),
                open ? FlowGrouping.OPEN : FlowGrouping.CLOSED,
                null);
    }

    /// A flow that waits for an approval.
    static FlowLine of(FlowRow flow, HeldApproval held) {
        int count = Math.max(1, held.approval().waiting());
        return new FlowLine(List.of(flow), count, flow.up(), flow.down(), FlowGrouping.NONE, held);
    }

    /// The newest of its flows.
    FlowRow flow() {
        return flows.getFirst();
    }

    LineKey key() {
        return new LineKey(flows.getLast().flow(), grouping == FlowGrouping.MEMBER);
    }

    /// True if it stands for several flows that can be listed.
    boolean group() {
        return grouping == FlowGrouping.CLOSED || grouping == FlowGrouping.OPEN;
    }

    /// The program and its pid; only the program if the flows are of several processes.
    String process() {
        boolean one = flows.stream().map(FlowRow::pid).distinct().count() == 1;
        return one ? FlowEndpoints.process(flow()) : FlowEndpoints.program(flow());
    }

    /// What the flows of a line have in common: all but time, bytes, process id and, for the same name, the
    /// address. The process id differs because package managers start one process per download.
    record SharedColumns(String program, String name, String port, String proto, FlowOutcome outcome, String layer) {
        static SharedColumns of(FlowRow flow) {
            String port = flow.dst().substring(flow.dst().lastIndexOf(':') + 1);
            return new SharedColumns(
                    FlowEndpoints.program(flow),
                    FlowEndpoints.name(flow),
                    port,
                    flow.proto(),
                    FlowOutcome.of(flow),
                    RuleLayerText.of(flow));
        }
    }
}
