package dev.belljar.contract.reduce;

import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.view.network.FlowRow;
import org.jspecify.annotations.Nullable;

/// Reduces network events to rows, one for each flow and each DNS query. An event has the flow's figures so far, so
/// the newest event counts.
public final class FlowReducer {
    private static final String QUERY = "dns";

    private FlowReducer() {}

    /// Returns the row after an event. `known` is the row before it, null if the flow is not known; `process` is the
    /// name of the newest process with the event's pid, for events that do not name it.
    public static FlowRow next(@Nullable FlowRow known, @Nullable String process, NetEvent event) {
        boolean query = event.op() == NetOp.DNS;
        String name = event.process() == null ? process : event.process();
        Long ended = query || event.op() == NetOp.CLOSE ? (Long) event.ts() : null;
        return new FlowRow(
                event.flow(),
                known == null ? event.ts() : known.started(),
                known == null ? ended : newer(ended, known.ended()),
                known == null ? event.pid() : newer(event.pid(), known.pid()),
                known == null ? name : newer(name, known.process()),
                known == null ? event.exe() : newer(event.exe(), known.exe()),
                known != null ? known.proto() : query ? QUERY : event.proto(),
                known == null ? event.src() : known.src(),
                known == null ? event.dst() : known.dst(),
                known == null ? event.name() : newer(event.name(), known.name()),
                event.up(),
                event.down(),
                event.packets(),
                event.verdict(),
                known == null ? event.rule() : newer(event.rule(), known.rule()),
                event.reason(),
                event.layer());
    }

    /// Returns the row of a flow whose machine ended at `ts`.
    public static FlowRow machineEnded(FlowRow row, long ts) {
        return row.ended() == null ? row.withEnd(ts) : row;
    }

    private static <T> @Nullable T newer(@Nullable T now, @Nullable T before) {
        return now == null ? before : now;
    }
}
