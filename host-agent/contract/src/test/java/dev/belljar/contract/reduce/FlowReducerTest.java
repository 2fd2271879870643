package dev.belljar.contract.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.view.network.FlowRow;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Tests the row of one flow after its events.
class FlowReducerTest {
    @Test
    void theNewestFiguresCountAndWhatIsKnownStays() {
        FlowRow open = FlowReducer.next(null, null, event(NetOp.OPEN, 1, 7, "curl", "a.org", 10, Verdict.HELD, "ask"));
        FlowRow row = FlowReducer.next(open, null, event(NetOp.UPDATE, 2, null, null, null, 30, Verdict.ALLOWED, null));
        assertThat(row)
                .isEqualTo(new FlowRow(
                        4,
                        1,
                        null,
                        7,
                        "curl",
                        "/usr/bin/x",
                        "tcp",
                        "10.0.2.15:5",
                        "1.2.3.4:443",
                        "a.org",
                        30,
                        31,
                        2,
                        Verdict.ALLOWED,
                        "ask",
                        null,
                        null));
    }

    @Test
    void aClosedFlowEndsAndKeepsItsEnd() {
        FlowRow open = FlowReducer.next(null, null, event(NetOp.OPEN, 1, null, null, null, 1, Verdict.ALLOWED, null));
        FlowRow closed =
                FlowReducer.next(open, null, event(NetOp.CLOSE, 5, null, null, null, 2, Verdict.ALLOWED, null));
        assertThat(closed.ended()).isEqualTo(5);
        assertThat(FlowReducer.next(closed, null, event(NetOp.UPDATE, 6, null, null, null, 3, Verdict.ALLOWED, null))
                        .ended())
                .isEqualTo(5);
        assertThat(FlowReducer.machineEnded(closed, 9)).isEqualTo(closed);
        assertThat(FlowReducer.machineEnded(open, 9).ended()).isEqualTo(9);
    }

    @Test
    void aDnsQueryHasEndedAndIsItsOwnProtocol() {
        FlowRow row =
                FlowReducer.next(null, "dig", event(NetOp.DNS, 3, 7, null, "a.org", 60, Verdict.REFUSED, "closed"));
        assertThat(row.proto()).isEqualTo("dns");
        assertThat(row.ended()).isEqualTo(3);
        assertThat(row.process()).isEqualTo("dig");
    }

    @Test
    void theProcessInTheEventGoesBeforeTheOneWithItsPid() {
        FlowRow row = FlowReducer.next(null, "dig", event(NetOp.OPEN, 3, 7, "curl", null, 1, Verdict.ALLOWED, null));
        assertThat(row.process()).isEqualTo("curl");
    }

    private static NetEvent event(
            NetOp op,
            long ts,
            @Nullable Integer pid,
            @Nullable String process,
            @Nullable String name,
            long up,
            Verdict verdict,
            @Nullable String rule) {
        return new NetEvent(
                ts,
                ts,
                op,
                4,
                pid,
                process,
                process == null ? null : "/usr/bin/x",
                "egress",
                "tcp",
                "10.0.2.15:5",
                "1.2.3.4:443",
                name,
                up,
                up,
                up + 1,
                2,
                verdict,
                rule,
                null,
                null);
    }
}
