package dev.belljar.app.network;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.view.FlowRow;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A line of the network table: a flow, or several in a row of the same process, destination and verdict.
///
/// `flows` begins with the newest; `up` and `down` are bytes of all, `count` how many there are. `held` is there while
/// a
/// person is asked about it.
record FlowLine(
        List<FlowRow> flows,
        int count,
        long up,
        long down,
        Fold fold,
        @Nullable Held held) {
    /// The approval a line waits for, and how long it still may, as `denied in 0:24`.
    record Held(Approval question, String left) {}

    /// Whether a line stands for several, and whether those are listed below it.
    enum Fold {
        NONE,
        CLOSED,
        OPEN,
        /// One of those below a line that is open.
        MEMBER
    }

    /// What names a line for good: its oldest flow, since newer ones are added to it.
    record Key(long oldest, boolean member) {}

    FlowLine {
        flows = List.copyOf(flows);
    }

    /// One flow.
    static FlowLine of(FlowRow flow) {
        return new FlowLine(List.of(flow), 1, flow.up(), flow.down(), Fold.NONE, null);
    }

    /// One of several below the line that stands for all of them.
    static FlowLine member(FlowRow flow) {
        return new FlowLine(List.of(flow), 1, flow.up(), flow.down(), Fold.MEMBER, null);
    }

    /// Several in a row, the newest first.
    static FlowLine of(List<FlowRow> flows, boolean open) {
        return new FlowLine(
                flows,
                flows.size(),
                flows.stream().mapToLong(FlowRow::up).sum(),
                flows.stream().mapToLong(FlowRow::down).sum(),
                open ? Fold.OPEN : Fold.CLOSED,
                null);
    }

    /// What waits for the answer to an approval.
    static FlowLine of(FlowRow flow, Held held) {
        int count = Math.max(1, held.question().waiting());
        return new FlowLine(List.of(flow), count, flow.up(), flow.down(), Fold.NONE, held);
    }

    /// The newest of its flows.
    FlowRow flow() {
        return flows.getFirst();
    }

    Key key() {
        return new Key(flows.getLast().flow(), fold == Fold.MEMBER);
    }

    /// Whether it stands for several flows that can be listed.
    boolean group() {
        return fold == Fold.CLOSED || fold == Fold.OPEN;
    }

    /// Whether two flows differ in nothing but time, bytes and, behind one name, the address.
    static boolean same(FlowRow a, FlowRow b) {
        return FlowModel.process(a).equals(FlowModel.process(b))
                && FlowModel.name(a).equals(FlowModel.name(b))
                && port(a).equals(port(b))
                && a.proto().equals(b.proto())
                && FlowOutcome.of(a) == FlowOutcome.of(b)
                && Objects.equals(RuleLayer.of(a), RuleLayer.of(b));
    }

    private static String port(FlowRow flow) {
        return flow.dst().substring(flow.dst().lastIndexOf(':') + 1);
    }
}
