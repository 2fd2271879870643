package dev.belljar.contract.event;

import org.jspecify.annotations.Nullable;

/// A flow the gateway saw begin, change or end, or a name the guest asked for.
///
/// `pid`, `process`, its name, and `exe`, its file in the machine, are what the machine says, null where it has not.
/// `src` and `dst` are
/// `address:port` (`[v6]:port`); `name` is the DNS name asked for or pinned to the destination; `up` and `down` are
/// the flow's bytes so far, from the guest and to it, `packets` those of both ways; `rule` says in words why the
/// verdict fell.
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
        @Nullable String rule)
        implements Event {
    /// One whose process is known by its number at most.
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
        this(seq, ts, op, flow, pid, null, null, dir, proto, src, dst, name, bytes, up, down, packets, verdict, rule);
    }

    @Override
    public EventType type() {
        return EventType.NET;
    }

    @Override
    public NetEvent withSeq(long newSeq) {
        return new NetEvent(
                newSeq, ts, op, flow, pid, process, exe, dir, proto, src, dst, name, bytes, up, down, packets, verdict,
                rule);
    }
}
