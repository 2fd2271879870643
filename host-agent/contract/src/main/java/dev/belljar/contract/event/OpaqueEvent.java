package dev.belljar.contract.event;

/// An event of a kind that this host agent does not know, kept as received: `kind` is the guest's number for it,
/// `payload` its bytes in base64.
public record OpaqueEvent(long seq, long ts, int kind, String payload) implements Event {
    @Override
    public EventType type() {
        return EventType.OPAQUE;
    }

    @Override
    public OpaqueEvent withSeq(long newSeq) {
        return new OpaqueEvent(newSeq, ts, kind, payload);
    }
}
