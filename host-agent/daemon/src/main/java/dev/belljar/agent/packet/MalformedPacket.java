package dev.belljar.agent.packet;

/// Bytes are not a valid packet of the expected kind; the message says what is wrong.
public final class MalformedPacket extends Exception {
    private static final long serialVersionUID = 1L;

    /// Made without a stack trace: a flood of bad frames must stay cheap.
    public MalformedPacket(String what) {
        super(what, null, false, false);
    }
}
