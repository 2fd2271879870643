package dev.belljar.contract.event;

/// An event of a kind this host does not know yet, kept as it came: `kind` is the guest's number, `payload` its
/// bytes in base64.
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
