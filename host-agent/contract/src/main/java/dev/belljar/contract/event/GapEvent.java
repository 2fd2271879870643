package dev.belljar.contract.event;

/// A period in which the guest could not be observed, or a number of events that were lost.
///
/// `op` is `begin`, `end` or `lost`; `count` is the number of lost events, 0 for a period.
public record GapEvent(long seq, long ts, String op, long count, String reason) implements Event {
    @Override
    public EventType type() {
        return EventType.GAP;
    }

    @Override
    public GapEvent withSeq(long newSeq) {
        return new GapEvent(newSeq, ts, op, count, reason);
    }
}
