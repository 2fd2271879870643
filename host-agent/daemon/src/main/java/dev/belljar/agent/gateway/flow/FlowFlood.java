package dev.belljar.agent.gateway.flow;

import dev.belljar.agent.gateway.FlowDecision;
import dev.belljar.contract.event.Event.NetEvent;
import dev.belljar.contract.event.NetOp;
import dev.belljar.contract.event.Verdict;
import dev.belljar.contract.policy.RefusalReason;
import dev.belljar.contract.policy.RuleLayer;
import org.jspecify.annotations.Nullable;

/// Many flows of one protocol that came too fast to be listed: reported as one flow whose rule says how many
/// they were.
///
/// Packets that are sent again count again: recognising them would need the memory that a flood tries to
/// exhaust.
final class FlowFlood {
    private static final String MANY = "*:0";

    private final long id;
    private final String family;
    private final String source;
    private boolean open;
    private Verdict verdict = Verdict.LOCAL;
    private long flows;
    private long reportedFlows;
    private long up;
    private long down;
    private long packets;
    private long reportedBytes;
    private String rule = "";
    private @Nullable RefusalReason reason;
    private @Nullable RuleLayer layer;

    FlowFlood(long id, String family, FlowKey first) {
        this.id = id;
        this.family = family;
        this.source = first.source().withPort(0);
    }

    void add(long upBytes, long downBytes, FlowDecision decision) {
        flows++;
        up += upBytes;
        down += downBytes;
        packets += packets(downBytes);
        if (verdict != Verdict.REFUSED) {
            verdict = decision.verdict();
        }
        rule = decision.rule();
        reason = decision.reason() == null ? reason : decision.reason();
        layer = decision.verdict() == verdict ? decision.layer() : layer;
    }

    /// What to report now: the flood opened, grew, or ended.
    NetOp next() {
        if (!open) {
            return NetOp.OPEN;
        }
        return flows == reportedFlows ? NetOp.CLOSE : NetOp.UPDATE;
    }

    /// The event for this report.
    NetEvent event(NetOp op, long now) {
        long news = up + down - reportedBytes;
        open = true;
        reportedFlows = flows;
        reportedBytes = up + down;
        return new NetEvent(
                0,
                now,
                op,
                id,
                null,
                null,
                null,
                "egress",
                family,
                source,
                MANY,
                null,
                news,
                up,
                down,
                packets,
                verdict,
                flows + " attempts, too frequent to list individually; the last one: " + rule,
                verdict == Verdict.REFUSED ? reason : null,
                layer);
    }

    /// The number of packets of a question and its answer, if it had one.
    static int packets(long down) {
        return down > 0 ? 2 : 1;
    }
}
