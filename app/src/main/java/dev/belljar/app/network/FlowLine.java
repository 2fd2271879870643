package dev.belljar.app.network;

import dev.belljar.contract.policy.Approval;
import dev.belljar.contract.view.FlowRow;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A line of the network table: a flow, or several of one kind that came one right after another.
///
/// `flow` is the newest of them, `first` names the oldest, `up` and `down` are bytes of all. `held` is there while
/// a person is asked about it.
record FlowLine(
        FlowRow flow,
        long first,
        int count,
        long up,
        long down,
        @Nullable Held held) {
    /// The question a line waits for, and how long it still may, as `0:24`.
    record Held(Approval question, String left) {}

    /// One flow.
    static FlowLine of(FlowRow flow) {
        return new FlowLine(flow, flow.flow(), 1, flow.up(), flow.down(), null);
    }

    /// What waits for the answer to a question.
    static FlowLine of(FlowRow flow, Held held) {
        int count = Math.max(1, held.question().waiting());
        return new FlowLine(flow, flow.flow(), count, flow.up(), flow.down(), held);
    }

    /// Whether an older flow says the same: a name asked for again, or a try as fruitless as this one.
    boolean repeats(FlowRow older) {
        return held == null
                && kindred(older)
                && (asks(older) || (older.up() == flow.up() && older.down() == flow.down()));
    }

    /// The same with an older one.
    FlowLine with(FlowRow older) {
        return new FlowLine(flow, older.flow(), count + 1, up + older.up(), down + older.down(), held);
    }

    private boolean kindred(FlowRow older) {
        return FlowModel.process(flow).equals(FlowModel.process(older))
                && Objects.equals(flow.name(), older.name())
                && flow.dst().equals(older.dst())
                && flow.proto().equals(older.proto())
                && flow.verdict() == older.verdict()
                && Objects.equals(flow.rule(), older.rule());
    }

    private static boolean asks(FlowRow flow) {
        return flow.proto().toLowerCase(Locale.ROOT).contains("dns");
    }
}
