package dev.belljar.agent.packet;

/// Bytes that are not the packet they claim to be; the message says what was wrong, in words.
public final class MalformedPacket extends Exception {
    private static final long serialVersionUID = 1L;

    /// No stack trace is taken: a flood of bad frames must stay cheap.
    public MalformedPacket(String what) {
        super(what, null, false, false);
    }
}
