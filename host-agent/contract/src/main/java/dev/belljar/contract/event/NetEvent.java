package dev.belljar.contract.event;

import dev.belljar.contract.policy.RefusalReason;
import org.jspecify.annotations.Nullable;

/// The beginning, an update or the end of a flow through the gateway, or a DNS query of the guest.
///
/// `pid`, `process` (its name) and `exe` (its file in the machine) are reported by the guest, and null if it reported
/// none. `src` and `dst` are `address:port` (`[v6]:port`); `name` is the DNS name queried or pinned to the destination;
/// `up` and `down` are the flow's bytes so far, from and to the guest, `packets` counts the packets of both directions;
/// `rule` gives the reason for the verdict in words; `reason` classifies it if the flow was refused, and is null
/// otherwise. Each event of a flow has all its figures so far, so that the last one is enough; the process, the verdict
/// and the rule may become known or change after `OPEN`. An open flow has at most one event a second, and `bytes`
/// counts the bytes since the previous one.
public record NetEvent(
        long seq,
        long ts,
        NetOp op,
        long flow,
        @Nullable Integer pid,
        @Nullable String process,
        @Nullable String exe,
        String dir,
        String proto,
        String src,
        String dst,
        @Nullable String name,
        long bytes,
        long up,
        long down,
        long packets,
        Verdict verdict,
        @Nullable String rule,
        @Nullable RefusalReason reason)
        implements Event {
    public NetEvent {
        if (reason == null && verdict == Verdict.REFUSED) {
            reason = RefusalReason.ofOldRule(rule);
        }
    }

    /// An event of which at most the process number is known.
    public NetEvent(
            long seq,
            long ts,
            NetOp op,
            long flow,
            @Nullable Integer pid,
            String dir,
            String proto,
            String src,
            String dst,
            @Nullable String name,
            long bytes,
            long up,
            long down,
            long packets,
            Verdict verdict,
            @Nullable String rule) {
        this(
                seq, ts, op, flow, pid, null, null, dir, proto, src, dst, name, bytes, up, down, packets, verdict, rule,
                null);
    }

    @Override
    public EventType type() {
        return EventType.NET;
    }

    @Override
    public NetEvent withSeq(long newSeq) {
        return new NetEvent(
                newSeq, ts, op, flow, pid, process, exe, dir, proto, src, dst, name, bytes, up, down, packets, verdict,
                rule, reason);
    }
}
